/** Hints in a match, and the analysis board: a match that is over, branches in the address, a review. */

import assert from "node:assert/strict";
import { mouse } from "./hands.mjs";
import { read, send, shows, sit, visit } from "./table.mjs";
import { said } from "./words.mjs";

/** The first answer of an agent may have to wait for the compiler. */
const PATIENCE = { timeout: 150_000 };

/** Asks by mouse and by key; the move is framed until it is played; between people nobody is offered help. */
async function hint({ browser, base }) {
  const page = await browser.newPage();
  await mouse.start(page, base, { game: "tic_tac_toe", opponent: "random" });
  await page.getByRole("button", { name: said("hint.ask") }).click();
  await page.getByText(/advises: Row \d, column \d\./).waitFor(PATIENCE);
  await page.getByText("Keeps the draw").waitFor();
  const advised = page.getByRole("button", { name: said("board.advised") });
  assert.equal(await advised.count(), 1);
  assert.equal(await page.locator(".bracket.line").count(), 1);
  await advised.click();
  await page.locator(".step").nth(1).waitFor();
  assert.equal(await page.locator(".bracket").count(), 0);

  await mouse.start(page, base, { game: "quoridor", opponent: "easy" });
  await page.getByText(said("board.keys_hint")).waitFor();
  await page.locator('.board [tabindex="0"]').focus();
  await page.keyboard.press("h");
  await page.getByText(/advises: Pawn to e2\./).waitFor(PATIENCE);
  assert.equal(await page.locator('[aria-live="polite"]', { hasText: "advises" }).count(), 1);
  await page.getByRole("button", { name: said("board.advised") }).click();
  await page.locator(".step").nth(1).waitFor(PATIENCE);

  await mouse.start(page, base, { game: "tic_tac_toe", opponent: "friend" });
  await page.locator(".invite").waitFor();
  assert.equal(await page.getByRole("button", { name: said("hint.ask") }).count(), 0);
}

/** A match that player 1 overlooked: at move 5 the draw was given away. */
const LOST = [0, 4, 1, 2, 8, 6];

/** A finished match of tic-tac-toe by one person on both sides. */
export async function lostMatch(page, base) {
  const made = await sit(page, base, {
    game: "tic_tac_toe",
    preset: "standard",
    seats: ["person", "person"],
  });
  for (const [i, action] of LOST.entries()) await send(base, made, i + 1, { kind: "move", action });
  await shows(page, await read(base, made));
  return made;
}

/** The analysis board begins from a text: moves, a position, and what is wrong with another. */
async function texts({ browser, base }) {
  const page = await browser.newPage();
  await page.goto(`${base}/#/analyse/quoridor/standard`);
  await page.getByText(said("analysis.text")).click();
  const field = page.getByLabel(said("analysis.text_label"));
  await field.fill("1. e2 e8 2. e3h");
  await page.getByRole("button", { name: said("analysis.play_moves") }).click();
  await page.locator(".step").nth(2).waitFor();
  assert.match(page.url(), /\?moves=13,67,/);
  await field.fill("e4 e6 9 8 d4h,c3v 2");
  await page.getByRole("button", { name: said("analysis.set_up") }).click();
  await page.waitForFunction(() => location.hash.includes("position="));
  await page.locator(".bar, .edge").nth(1).waitFor({ state: "attached" });
  await field.fill("e4 e6");
  await page.getByRole("button", { name: said("analysis.set_up") }).click();
  await page.locator(".from-text [role=alert]").getByText("six parts").waitFor();
  await page.goto(`${base}/#/analyse/tic_tac_toe/standard`);
  await page.getByText(said("analysis.text")).click();
  await page.getByLabel(said("analysis.text_moves_only")).fill("nowhere");
  assert.equal(await page.getByRole("button", { name: said("analysis.set_up") }).count(), 0);
  await page.getByRole("button", { name: said("analysis.play_moves") }).click();
  await page.locator(".from-text [role=alert]").getByText("nowhere").waitFor();
}

async function analysis({ browser, base }) {
  const page = await browser.newPage();
  const { id } = await lostMatch(page, base);
  await page
    .locator("main")
    .getByRole("link", { name: said("analysis.link") })
    .click();
  await page.getByText(said("analysis.over")).waitFor();
  await page.getByRole("button", { name: said("review.start") }).click();
  await page
    .getByRole("button", {
      name: said("turns.move", { move: "5", label: "Row 3, column 3", words: "the draw is gone" }),
    })
    .click(PATIENCE);
  await page.waitForFunction((hash) => location.hash === hash, `#/analyse/match/${id}?at=4`);
  assert.equal(await page.locator(".chart").count(), 1);

  // What was better, on the board and as a move to press: a branch, which the address holds.
  const better = page.locator(".best button").first();
  assert.match(await better.textContent(), /Row 3, column 1/);
  await page.locator('[data-cell="6"][aria-label*="the advised move"]').waitFor();
  await better.click();
  await page.locator('[data-cell="6"] .piece').waitFor();
  const address = `${base}/#/analyse/match/${id}?at=4&moves=6`;
  assert.equal(page.url(), address);
  await page.getByRole("button", { name: "Move 5 of the branch" }).waitFor();

  const other = await browser.newPage();
  await other.goto(address);
  await other.locator('[data-cell="6"] .piece.owner-0').waitFor();
  await other.locator(".best button").first().waitFor(PATIENCE);
  assert.equal(await other.locator(".board .piece").count(), 5);
  await other.getByRole("button", { name: said("analysis.leave_branch") }).click();
  await other.waitForFunction((hash) => location.hash === hash, `#/analyse/match/${id}?at=4`);
}

/** Any position of a game: its ways, its line move by move, numbers over cells, and a second agent. */
async function positions({ browser, base }) {
  const page = await browser.newPage();
  await page.goto(`${base}/`);
  await page.locator('[data-game="quoridor"] .analyse-link').click();
  await page.locator(".way").nth(1).waitFor(PATIENCE);
  await page.locator(".variation button").nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll(".step").length === 2);
  await page.getByRole("checkbox", { name: said("analysis.show_ways") }).click();
  assert.equal(await page.locator(".way").count(), 0);
  await page.getByRole("button", { name: said("analysis.ask_second") }).click();
  const second = page.getByRole("region", { name: said("analysis.second") });
  await second.locator(".best button, [role=alert]").first().waitFor(PATIENCE);
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await page.getByText(said("status.past", { ply: "1" })).waitFor();
  assert.match(page.url(), /moves=\d+,\d+&ply=1$/);

  await visit(page, base, "analyse/minesweeper/small?moves=27");
  await page.locator(".drawings .number").first().waitFor(PATIENCE);
  await page.getByRole("checkbox", { name: /^chance of a mine/i }).click();
  assert.equal(await page.locator(".drawings .number").count(), 0);
}

export const ANALYSIS = { hint, analysis, positions, texts };
