/** What a match offers besides its moves: replay, rematch, turning the board, both sides by one person, a kept move. */

import assert from "node:assert/strict";
import { count, mouse, SELECTORS } from "./hands.mjs";
import { send, sit } from "./table.mjs";
import { said } from "./words.mjs";

/** A finished match, step by step, and its record. */
async function replay({ browser, base }) {
  const page = await browser.newPage();
  const made = await sit(page, base, {
    game: "tic_tac_toe",
    preset: "standard",
    seats: ["person", "person"],
  });
  for (const [i, action] of [4, 0, 8].entries()) await send(base, made, i + 1, { kind: "move", action });
  await send(base, made, 4, { kind: "resign" });
  await page.locator(SELECTORS.over).waitFor();
  await page.locator(".step").first().getByText("Row 2, column 2").waitFor();
  assert.equal(await page.locator(".step").first().getAttribute("title"), "4");
  await count(page, 3);

  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await page.getByLabel(said("replay.place")).fill("2");
  await count(page, 2);
  assert.ok(page.url().endsWith("/2"));
  await page.keyboard.press("ArrowLeft");
  await count(page, 1);
  await page.getByRole("button", { name: said("replay.play") }).click();
  await count(page, 3);
  assert.ok(!page.url().endsWith("/1"));

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: said("tools.download") }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^tic_tac_toe-.*\.jsonl$/);
}

/** Both people go from a match to its rematch, each in the other's seat, and so does who watched. */
async function rematch({ browser, base }) {
  const host = await browser.newPage();
  await mouse.start(host, base, { game: "tic_tac_toe", opponent: "friend" });
  const guest = await browser.newPage();
  await guest.goto(await host.getByLabel(said("invite.link")).inputValue());
  await host.getByRole("button", { name: said("actions.resign"), exact: true }).click();
  await host.getByRole("button", { name: said("actions.resign_yes") }).click();
  const watcher = await browser.newPage();
  await watcher.goto(guest.url());
  await guest.getByRole("button", { name: said("tools.rematch") }).click();
  await guest.waitForSelector(SELECTORS.target);
  await host.getByRole("button", { name: said("tools.to_rematch") }).click();
  await host.getByText(said("status.waiting", { player: "Your friend" })).waitFor();
  assert.equal(host.url(), guest.url());
  await watcher.getByRole("link", { name: said("tools.to_rematch") }).click();
  await watcher.waitForFunction((url) => location.href === url, guest.url());
}

/** Who plays second sits below; cells keep their numbers, and the arrow keys follow the screen. */
async function flip({ browser, base }) {
  const page = await browser.newPage();
  await sit(page, base, { game: "quoridor", preset: "standard", seats: ["friend", "person"] });
  const top = async (cell) => (await page.locator(`[data-cell="${cell}"] .face`).boundingBox()).y;
  const below = await page.locator(".piece.owner-1").boundingBox();
  const above = await page.locator(".piece.owner-0").boundingBox();
  assert.ok(below.y > above.y, "the second player's pawn is below");
  await page.locator('[data-cell="0"]').focus();
  await page.keyboard.press("ArrowDown");
  const focused = await page.evaluate(() => document.activeElement?.getAttribute("data-cell"));
  assert.ok((await top(focused)) > (await top(0)));
  await page.getByRole("button", { name: said("tools.flip") }).click();
  assert.ok((await page.locator(".piece.owner-1").boundingBox()).y < below.y);

  // A column game has nobody above: it stays as it is.
  await sit(page, base, { game: "connect_four", preset: "standard", seats: ["friend", "person"] });
  assert.ok((await top(0)) < (await top(40)));
}

/** One person plays both sides; a press anywhere in a column drops a stone there. */
async function bothSides({ browser, base }) {
  const page = await browser.newPage();
  const requests = [];
  await sit(page, base, { game: "connect_four", preset: "standard", seats: ["person", "person"] });
  await page.getByText(said("status.waiting", { player: "Player 1" })).waitFor();
  await page.waitForTimeout(1000);
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  for (const [i, column] of [0, 1, 0, 1, 0, 1, 0].entries()) {
    await page.locator(`[data-cell="${column}"]`).click();
    await count(page, i + 1);
    if (i < 6) await page.getByText(`Player ${i % 2 === 0 ? 2 : 1} to move`).waitFor();
  }
  await page.getByText(said("status.wins", { player: "Player 1" })).waitFor();
  await page.waitForTimeout(500);
  assert.equal(requests.length, 7, `one request a move: ${requests.join(", ")}`);
}

/** A move that nobody answers is kept, said in words, and given up when the player wishes. */
async function unsent({ browser, base, tell }) {
  const page = await browser.newPage();
  await mouse.start(page, base, { game: "connect_four", opponent: "random" });
  await tell("kill");
  await page.getByText(said("status.reconnecting")).waitFor();
  await page.locator(SELECTORS.target).first().click();
  await page.getByText(said("status.unsent")).waitFor();
  await page.getByRole("button", { name: said("status.give_up") }).click();
  await page.getByText(said("status.unsent")).waitFor({ state: "detached" });
  await page.locator(SELECTORS.target).nth(2).click();
  await page.getByText(said("status.unsent")).waitFor();
  await tell("start");
  await count(page, 2);
  assert.match(await page.locator(".step").first().textContent(), /Column 3/);
}

export const MATCH = { replay, rematch, flip, both_sides: bothSides, unsent };
