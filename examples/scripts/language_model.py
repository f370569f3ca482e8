"""What a language model does at a match, by hand: `python examples/scripts/language_model.py [GAME]`.

An assistant starts `boardwright mcp` and calls its tools. Here a program does, with the client of the official SDK
(extra `mcp`). It tries a move that is none, reads the reason, and plays the hint from then on.
"""

import asyncio
import sys

from mcp.client.stdio import stdio_client

from mcp import Client, StdioServerParameters


async def main(game):
    """Play a match, and print what the model would read."""
    server = StdioServerParameters(command=sys.executable, args=["-m", "boardwright", "mcp"])
    async with Client(stdio_client(server)) as client:

        async def call(tool, **arguments):
            answer = await client.call_tool(tool, arguments)
            print(f"> {tool} {arguments}\n{answer.content[0].text}\n")
            return answer.structured_content

        seen = await call("new_match", game=game, seed=1)
        await call("move", match=seen["match"], move="castle")
        while not seen["over"]:
            hint = await call("hint", match=seen["match"])
            seen = await call("move", match=seen["match"], move=hint["text"])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "tic_tac_toe"))
