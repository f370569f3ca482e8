/** What a match offers besides its moves: replay, rematch, turning the board, both sides by one person, a kept move. */

import assert from "node:assert/strict";
import { mouse, pieces, SELECTORS, turnOrEnd } from "./hands.mjs";
import { said } from "./words.mjs";

async function post(base, path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${base}/api/v1${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 201);
  return answer.json();
}

/** A match whose seats this browser holds. */
async function sit(page, base, wish) {
  const made = await post(base, "/matches", wish);
  await page.goto(`${base}/`);
  await page.evaluate(({ id, seat, seats, token }) => {
    const held = [{ id, seat, seats, token, title: "", since: 0, invitations: [] }];
    localStorage.setItem("boardwright.seats", JSON.stringify(held));
  }, made);
  await page.goto(`${base}/#/match/${made.id}`);
  await page.waitForSelector(".board");
  return made;
}

const count = (page, wanted) =>
  page.waitForFunction((all) => document.querySelectorAll(".piece").length === all, wanted);

/** A whole match, every step of it again, its link, its record, and the next one. */
async function replay({ browser, base }) {
  const page = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
  await mouse.start(page, base, { game: "tic_tac_toe", opponent: "random" });
  assert.equal(await page.locator(".turn").textContent(), said("status.your_turn"));
  await page.locator('[data-cell="4"]').click();
  await page.locator(".step").first().getByText("Row 2, column 2").waitFor();
  assert.equal(await page.locator(".step").first().getAttribute("title"), "4");
  while (!(await turnOrEnd(page))) await mouse.play(page);
  const all = await pieces(page);

  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await count(page, all - 1);
  assert.ok(page.url().endsWith(`/${all - 1}`));
  await page.keyboard.press("ArrowLeft");
  await count(page, all - 2);
  await page.getByRole("button", { name: said("tools.share") }).click();
  await page.getByText(said("tools.copied")).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  const watcher = await browser.newPage();
  await watcher.goto(link);
  await count(watcher, all - 2);
  await page.getByLabel(said("replay.place")).fill("1");
  await count(page, 1);
  await page.getByRole("button", { name: said("replay.play") }).click();
  await count(page, all);
  assert.ok(!page.url().endsWith(`/${all}`));

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: said("tools.download") }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^tic_tac_toe-.*\.jsonl$/);

  const before = page.url();
  await page.getByRole("button", { name: said("tools.rematch") }).click();
  await page.waitForFunction((url) => location.href !== url, before);
  await turnOrEnd(page);
  assert.equal(await page.locator(".owner-1.to-move, .players .owner-1").first().textContent(), "You");
  await watcher.getByRole("link", { name: said("tools.to_rematch") }).click();
  await watcher.waitForFunction((url) => location.href === url, page.url());
}

/** Both people go from a match to its rematch, each in the other's seat. */
async function rematch({ browser, base }) {
  const host = await browser.newPage();
  await mouse.start(host, base, { game: "tic_tac_toe", opponent: "friend" });
  const guest = await browser.newPage();
  await guest.goto(await host.getByLabel(said("invite.link")).inputValue());
  await host.getByRole("button", { name: said("actions.resign"), exact: true }).click();
  await host.getByRole("button", { name: said("actions.resign_yes") }).click();
  await guest.getByRole("button", { name: said("tools.rematch") }).click();
  await guest.waitForSelector(SELECTORS.target);
  await host.getByRole("button", { name: said("tools.to_rematch") }).click();
  await host.getByText(said("status.waiting", { player: "Your friend" })).waitFor();
  assert.equal(host.url(), guest.url());
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
