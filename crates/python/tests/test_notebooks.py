"""The notebooks, run cell by cell: they print and draw what they hold.

After a change, ``jupyter nbconvert --to notebook --execute --inplace crates/python/notebooks/*.ipynb`` writes them anew.
"""

import ast
import json
from pathlib import Path
from typing import Any

import matplotlib
import pytest
from conftest import ROOT

matplotlib.use("Agg")

NOTEBOOKS = sorted((ROOT / "crates/python/notebooks").glob("*.ipynb"))


def run(source: str, names: dict[str, object]) -> Any:
    """Runs a cell; the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "cell", "exec"), names)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_and_draws_what_it_holds(
    notebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    cells = [cell for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]
    drawn = 0
    for cell in cells:
        value = run("".join(cell["source"]), names)
        held = cell["outputs"]
        printed = "".join("".join(it["text"]) for it in held if it["output_type"] == "stream")
        assert capsys.readouterr().out == printed
        for output in held:
            svg = "".join(output.get("data", {}).get("image/svg+xml", ""))
            if svg:
                assert svg == value._repr_svg_()
                drawn += 1
    assert drawn >= 1
