/** Battleship on the page: what a player is shown does not depend on ships that were not hit. */

import assert from "node:assert/strict";
import { mouse } from "./hands.mjs";
import { said } from "./words.mjs";

const OWN = [0, 6, 12];
const FLEETS = { here: [30, 24, 18], there: [33, 27, 21] };
const LENGTHS = [3, 2, 2];
const CELLS = 36;
const QUIET = 400;
const SHOTS = [
  [0, 35],
  [1, 34],
  [2, 0],
];

/** Plays the seat of a friend by the service, without a page. */
async function friend(base, link) {
  const [id, invitation] = link.split("/").slice(-2);
  const path = `${base}/api/v1/matches/${id}`;
  const post = async (to, body, token) => {
    const headers = {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${path}/${to}`, { method: "POST", headers, body: JSON.stringify(body) });
    assert.ok(answer.ok, await answer.clone().text());
    return answer.json();
  };
  const { token } = await post("join", { invitation });
  const move = (seq, action) => post("events", { kind: "move", seq, key: `friend ${seq}`, action }, token);
  return { id, move };
}

/** The page of player 1 after each move of a match against one of the fleets. */
async function shown({ browser, base }, fleet) {
  const page = await browser.newPage();
  const pages = [];
  await mouse.start(page, base, { game: "battleship", preset: "small", opponent: "friend" });
  await page.locator(".cell.target").first().waitFor();
  const { id, move } = await friend(base, await page.getByLabel(said("invite.link")).inputValue());
  const cell = (number) => page.locator(`[data-cell="${number}"]`);
  let seq = 0;
  const settled = async () => {
    await page.waitForFunction((count) => document.querySelectorAll(".step").length === count, seq);
    // The last move is marked once the position before it was read, a moment later.
    let before = "";
    let now = await page.locator("main").innerHTML();
    while (now !== before) {
      await page.waitForTimeout(QUIET);
      before = now;
      now = await page.locator("main").innerHTML();
    }
    pages.push(now.replaceAll(id, "ID"));
  };
  for (const [ship, first] of OWN.entries()) {
    await cell(CELLS + first).click();
    await cell(CELLS + first + LENGTHS[ship] - 1).click();
    seq += 1;
    await settled();
  }
  for (const action of fleet) {
    seq += 1;
    await move(seq, action);
    await settled();
  }
  for (const [mine, theirs] of SHOTS) {
    await cell(mine).click();
    seq += 1;
    await settled();
    seq += 1;
    await move(seq, 2 * CELLS + theirs);
    await settled();
  }
  return pages;
}

export async function secrets(world) {
  const here = await shown(world, FLEETS.here);
  const there = await shown(world, FLEETS.there);
  assert.equal(here.length, OWN.length + FLEETS.here.length + 2 * SHOTS.length);
  assert.deepEqual(here, there);
}
