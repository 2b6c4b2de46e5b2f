"""The official client of the Model Context Protocol calls every tool, and brings levels into a band."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from conftest import REQUESTS, program
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

# Thirty take a minute without optimizations.
LEVELS = 6

Act = Callable[[ClientSession], Awaitable[None]]


def served(folder: Path, act: Act) -> None:
    """Acts as the client of a server that is started for it."""

    async def run() -> None:
        server = StdioServerParameters(command=os.environ["TILEWRIGHT_PROGRAM"], args=["mcp", str(folder)])
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            await act(session)

    asyncio.run(run())


def test_every_tool_is_listed_and_answers_as_the_command_line_does(folder: Path) -> None:
    async def act(session: ClientSession) -> None:
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert tools == {"describe", *(kept["task"].replace("/", "_") for kept in REQUESTS)}
        for kept in REQUESTS:
            if "output" in kept:
                continue
            answer = await session.call_tool(kept["task"].replace("/", "_"), kept["request"])
            assert answer.structured_content is not None
            found = answer.structured_content["answers"]
            (folder / "request.json").write_text(json.dumps({"task": kept["task"], **kept["request"]}))
            lines = program("run", "request.json", "--json", folder=folder).decode().splitlines()
            assert found == [json.loads(line) for line in lines], kept["task"]

    served(folder, act)


def test_levels_are_brought_into_a_band_in_four_calls(folder: Path) -> None:
    async def act(session: ClientSession) -> None:
        async def answer(tool: str, request: dict[str, Any]) -> dict[str, Any]:
            content = (await session.call_tool(tool, request)).structured_content
            assert content is not None
            first: dict[str, Any] = content["answers"][0]
            return first

        board = {"rows": 7, "columns": 7, "goal": ["collect:15"], "target": 330, "tolerance": 40}
        made = await answer("match3_generate", {**board, "count": LEVELS, "seed": 1})
        for number, entry in enumerate(made["levels"]):
            for moves in range(13, 17):
                asked = {"level": entry["level"], "win_rate": 0.6, "moves": moves, "count": 1, "seed": number}
                tweaked = await answer("match3_tweak", asked)
                if tweaked["unchanged"] or any(it["found"] for it in tweaked["tweaks"]):
                    break
            else:
                raise AssertionError(f"level {number} is not in its band")

    served(folder, act)
