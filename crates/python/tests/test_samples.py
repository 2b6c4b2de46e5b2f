"""The samples for Slurm, Kubernetes and GNU parallel, each run with a stand-in for its scheduler."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT, program

SAMPLES = ROOT / "docs/src/samples/clusters"
GAMES, PARTS = 30, 3


def shortened(text: str) -> str:
    """A sample with fewer games and parts."""
    for long, short in [("--games 10000000", f"--games {GAMES} --fleets sequential"), ("64", str(PARTS))]:
        assert long in text
        text = text.replace(long, short)
    return text


def run(command: list[str], folder: Path, **variables: str) -> None:
    path = f"{Path(os.environ['TILEWRIGHT_PROGRAM']).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, cwd=folder, env={"PATH": path, **variables}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def whole(folder: Path) -> bytes:
    """What the undivided run prints."""
    words = f"battleship hunt --hunter density --games {GAMES} --fleets sequential --seed 1 --json"
    return program(*words.split(), folder=folder)


def merged(folder: Path) -> bytes:
    parts = sorted(str(path) for path in folder.glob("parts/*.part"))
    assert len(parts) == PARTS
    return program("merge", *parts, "--json", folder=folder)


def test_the_array_of_slurm_gives_the_answer_of_the_whole(folder: Path, whole: bytes) -> None:
    text = shortened((SAMPLES / "slurm.sh").read_text())
    assert f"#SBATCH --array=1-{PARTS}\n" in text and f"parts={PARTS}\n" in text
    (folder / "slurm.sh").write_text(text)
    for number in range(1, PARTS + 1):
        run(["bash", "slurm.sh"], folder, SLURM_ARRAY_TASK_ID=str(number), SLURM_CPUS_PER_TASK="2")
    assert merged(folder) == whole
    # A task that is submitted again finds its part done.
    before = (folder / "parts/2.part").stat().st_mtime_ns
    run(["bash", "slurm.sh"], folder, SLURM_ARRAY_TASK_ID="2")
    assert (folder / "parts/2.part").stat().st_mtime_ns == before


def test_the_job_of_kubernetes_gives_the_answer_of_the_whole(folder: Path, whole: bytes) -> None:
    job: dict[str, Any] = yaml.safe_load(shortened((SAMPLES / "kubernetes.yaml").read_text()))
    assert (job["apiVersion"], job["kind"]) == ("batch/v1", "Job")
    assert job["spec"]["completionMode"] == "Indexed" and job["spec"]["completions"] == PARTS
    pod = job["spec"]["template"]["spec"]
    assert pod["restartPolicy"] == "Never"
    (container,) = pod["containers"]
    assert container["workingDir"] == container["volumeMounts"][0]["mountPath"]
    assert container["volumeMounts"][0]["name"] == pod["volumes"][0]["name"]
    for index in range(PARTS):
        run(container["command"], folder, JOB_COMPLETION_INDEX=str(index))
    assert merged(folder) == whole


def test_gnu_parallel_gives_the_answer_of_the_whole(folder: Path, whole: bytes) -> None:
    (folder / "parallel.sh").write_text(shortened((SAMPLES / "parallel.sh").read_text()))
    if shutil.which("parallel") is None:
        # What it does here, by a program that every Unix has.
        stand_in = folder / "parallel"
        stand_in.write_text('#!/bin/sh\nshift 4\nexec xargs -P 2 -I "{}" "$@"\n')
        stand_in.chmod(0o755)
    path = f"{folder}{os.pathsep}{Path(os.environ['TILEWRIGHT_PROGRAM']).parent}{os.pathsep}"
    subprocess.run(
        ["bash", "parallel.sh"],
        cwd=folder,
        env={"PATH": path + os.environ["PATH"], "HOME": str(folder)},
        check=True,
        capture_output=True,
    )
    assert merged(folder) == whole
    assert (folder / "hunt.jsonl").exists()
