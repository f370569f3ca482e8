"""Plays a match by the API: `python examples/bot.py http://127.0.0.1:8642 quoridor standard person normal`."""

import json
import random
import sys
import time

import httpx


def lines(api, method, path, **options):
    """Yield the JSON lines of an answer; none after 429, 50x or a lost connection, once it is time to try again."""
    try:
        with api.stream(method, path, **options) as answer:
            if answer.status_code in {429, 502, 503, 504}:
                time.sleep(int(answer.headers.get("Retry-After", 1)))
            elif answer.status_code == 409 or answer.raise_for_status():
                yield from map(json.loads, filter(str.strip, answer.iter_lines()))
    except httpx.TransportError:
        time.sleep(1)


def play(api, match, choose=random.choice):
    """Play a match to its end, in the seats of the client's token, and return it."""
    seen = {"seq": 0, "finished": False}
    while not seen["finished"]:
        after = {"after": seen["seq"]}
        for seen in lines(api, "GET", f"/matches/{match}/follow", params=after):
            if legal := [action for group in seen["view"]["choices"] for action in group["actions"]]:
                move = {"seq": seen["seq"] + 1, "key": f"{time.time_ns()}", "action": choose(legal)}
                while not [*lines(api, "POST", f"/matches/{match}/events", json={"kind": "move", **move})]:
                    pass  # with the same key, so that the move counts once; after a 409 the next line tells more
    return seen


if __name__ == "__main__":
    address, game, preset, *seats = sys.argv[1:]
    with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as client:
        made = client.post("/matches", json={"game": game, "preset": preset, "seats": seats}).raise_for_status().json()
        client.headers["Authorization"] = f"Bearer {made['token']}"
        print(play(client, made["id"])["result"])
