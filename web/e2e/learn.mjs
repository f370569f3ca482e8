/** Puzzles: the score in the browser, a wrong and a right answer with the mouse, the keyboard and a finger, in French. */

import assert from "node:assert/strict";
import { ask } from "./table.mjs";
import { said } from "./words.mjs";

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The cells of a right and of a wrong answer to a puzzle. */
async function answers(base, game, number) {
  const { view } = await ask(base, `/games/${game}/puzzles/${number}`);
  const [{ actions, cells }] = view.choices;
  const { solutions } = await ask(base, `/games/${game}/puzzles/${number}/answer`, {
    body: { action: actions[0] },
  });
  const right = new Set(solutions.map(({ action }) => action));
  const cellOf = (wanted) => cells[0][actions.findIndex((action) => right.has(action) === wanted)];
  return { right: cellOf(true), wrong: cellOf(false) };
}

async function fits(page, width) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= width, `${page.url()} is ${wide} wide on a screen of ${width}`);
}

export async function learn({ browser, base }) {
  const page = await browser.newPage(DESK);
  await page.goto(`${base}/`);
  await page.getByRole("link", { name: said("learn.title") }).click();
  await page.locator(".game-card .board-picture").first().waitFor();
  const names = await page
    .locator(".game-card")
    .evaluateAll((cards) => cards.map((card) => card.dataset.game));
  for (const game of ["tic_tac_toe", "minesweeper", "quoridor", "connect_four"])
    assert.ok(names.includes(game));
  assert.ok(!names.includes("skirmish"));
  assert.equal(await page.locator(".score").count(), 0);

  // A wrong answer is told what is right, and counts; the right one after it does not.
  await page.locator('[data-game="tic_tac_toe"] .primary').click();
  await page.locator(".board").waitFor();
  assert.match(page.url(), /#\/learn\/tic_tac_toe\/1$/);
  const first = await answers(base, "tic_tac_toe", 1);
  await page.locator(`[data-cell="${first.wrong}"].target`).click();
  await page.locator(".verdict.wrong").waitFor();
  assert.match(await page.locator(".verdict").innerText(), /Right would be: Row/);
  await page.locator(`[data-cell="${first.wrong}"] .piece`).waitFor();
  await page.getByRole("button", { name: said("learn.again") }).click();
  await page.locator(`[data-cell="${first.right}"].target`).click();
  await page.locator(".verdict.right").waitFor();
  assert.equal(await page.locator(".number.wrong").count(), 1);

  // The next one by the keys alone: the focus is in the verdict, the link after it leads on.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/tic_tac_toe\/2$/);
  const second = await answers(base, "tic_tac_toe", 2);
  await page.locator(`[data-cell="${second.right}"]`).focus();
  await page.keyboard.press("Enter");
  await page.locator(".verdict.right").waitFor();
  await page.goto(`${base}/#/learn`);
  await page.locator(".score").waitFor();
  assert.match(await page.locator(".score").innerText(), /1 of 2[\s\S]*Streak\s+1/);
  await page.reload();
  await page.locator(".score").waitFor();
  assert.match(await page.locator('[data-game="tic_tac_toe"]').innerText(), /1 of \d+ solved/);

  // A number that is none says so.
  await page.goto(`${base}/#/learn/tic_tac_toe/999`);
  await page.locator(".problem").waitFor();
  assert.match(await page.locator(".problem").innerText(), /no puzzle 999/);

  // With a finger, in French; nothing is wider than the phone.
  const phone = await browser.newPage({ ...PHONE, locale: "fr-FR" });
  await phone.goto(`${base}/#/learn`);
  await phone.locator(".game-card .board-picture").first().waitFor();
  await fits(phone, 390);
  for (const game of ["minesweeper", "quoridor", "connect_four"]) {
    await phone.goto(`${base}/#/learn/${game}/1`);
    await phone.locator(".board").waitFor();
    await fits(phone, 390);
  }
  const safe = await answers(base, "minesweeper", 1);
  await phone.goto(`${base}/#/learn/minesweeper/1`);
  await phone.locator(`[data-cell="${safe.right}"].target`).tap();
  await phone.locator(".verdict.right").waitFor();
  assert.match(await phone.locator(".verdict").innerText(), /Juste/);
  await fits(phone, 390);
}
