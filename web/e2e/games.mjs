/** Endings, goals and numbers of the player's own choice, as players of Minesweeper, Quoridor and tic-tac-toe know them. */

import assert from "node:assert/strict";
import { SELECTORS, turnOrEnd } from "./hands.mjs";
import { said } from "./words.mjs";

const ROWS = 8;

async function begin(page, base, address) {
  await page.goto(`${base}/#/new/${address}`);
  await page.locator("button[type=submit]").click();
  await page.waitForSelector(".board");
}

/** Does something that makes a move, and waits until it is in the list. */
async function moves(page, act) {
  const before = await page.locator(".step").count();
  await act();
  await page.waitForFunction((steps) => document.querySelectorAll(".step").length > steps, before);
}

/** The line that won is framed, in the labels too, and the rest steps back; so for a stranger's game. */
async function line({ browser, base }) {
  const page = await browser.newPage();
  const won = async (game, cells, wanted) => {
    await begin(page, base, `${game}?mode=both`);
    for (const cell of cells) await moves(page, () => page.locator(`[data-cell="${cell}"]`).click());
    await page.waitForSelector(SELECTORS.over);
    const marked = await page
      .locator(".mark-line")
      .evaluateAll((found) => found.map((cell) => Number(cell.dataset.cell)));
    assert.deepEqual(marked, wanted);
    const [first] = wanted;
    const label = await page.locator(`[data-cell="${first}"]`).getAttribute("aria-label");
    assert.ok(label?.includes(said("board.mark_line")), label);
    const other = page.locator(".cell:not(.mark-line) .piece").first();
    assert.ok(Number(await other.evaluate((piece) => getComputedStyle(piece).opacity)) < 0.5);
  };
  await won("tic_tac_toe", [0, 3, 1, 4, 2], [0, 1, 2]);
  // A press anywhere in a column drops a stone.
  await won("connect_four", [0, 1, 0, 1, 0, 1, 0], [14, 21, 28, 35]);
}

/** Twenty mines on the small board: counted, kept by a restart, chorded by a plain press; at the end the score sheet. */
async function mines({ browser, base }) {
  const page = await browser.newPage();
  await page.goto(`${base}/#/new/minesweeper`);
  const field = page.locator('input[name="mine_count"]');
  assert.equal(await field.inputValue(), "10");
  await field.fill("99");
  assert.equal(await field.evaluate((input) => input.validity.valid), false);
  await field.fill("20");
  await page.waitForFunction(() => location.hash.includes("mine_count=20"));
  assert.match((await page.locator(".start-words").textContent()) ?? "", /Mines: 20/);
  await page.locator("button[type=submit]").click();
  await page.waitForSelector(".board");
  const left = page.locator(".counters dd").first();
  for (let chorded = false, ended = false, tries = 0; !(chorded && ended); tries++) {
    assert.ok(tries < 12, "chorded and lost with a wrong flag within a dozen boards");
    assert.equal(await left.textContent(), "20");
    await moves(page, () => page.locator('[data-cell="27"]').click({ timeout: 120_000 }));
    chorded = (await chord(page)) || chorded;
    ended = (await lose(page)) || ended;
    const url = page.url();
    await page.getByRole("button", { name: said("tools.restart") }).click();
    await page.waitForFunction((old) => location.href !== old, url);
    await page.waitForSelector(SELECTORS.target);
  }
  assert.equal(await page.locator(".ending").count(), 0, "no score sheet before the end");
}

/** Flags a cell beside a 1 and presses the 1: whether there was one with two hidden cells around it. */
async function chord(page) {
  const pair = await page.evaluate((rows) => {
    const at = (number) => document.querySelector(`[data-cell="${number}"]`);
    for (const one of document.querySelectorAll(".number-1")) {
      const number = Number(one.closest("[data-cell]").dataset.cell);
      const beside = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));
      const hidden = beside.flatMap(([down, right]) => {
        const [row, col] = [Math.floor(number / rows) + down, (number % rows) + right];
        const inside = row >= 0 && row < rows && col >= 0 && col < rows;
        return inside && at(row * rows + col).matches(".mark-hidden") ? [row * rows + col] : [];
      });
      if (hidden.length > 1) return [number, hidden[0]];
    }
    return null;
  }, ROWS);
  if (!pair) return false;
  await moves(page, () => page.locator(`[data-cell="${pair[1]}"]`).click({ button: "right" }));
  await page.locator(`[data-cell="${pair[1]}"]`).click();
  await moves(page, () => page.locator(`[data-cell="${pair[0]}"]`).click());
  assert.match((await page.locator(".step").last().textContent()) ?? "", /Open around/);
  return true;
}

/** Flags at random and opens the rest until the end: whether a flag was wrong, which is then crossed out. */
async function lose(page) {
  for (let flag = 0; flag < 6 && !(await turnOrEnd(page)); flag++) {
    const hidden = page.locator(".mark-hidden");
    if ((await hidden.count()) < 2) break;
    await moves(page, () => hidden.first().click({ button: "right" }));
  }
  if (!(await turnOrEnd(page)))
    assert.equal(await page.locator(".cross").count(), 0, "nothing is told before the end");
  while (!(await turnOrEnd(page))) await moves(page, () => page.locator(".mark-hidden").last().click());
  const sheet = (await page.locator(".ending").textContent()) ?? "";
  assert.match(sheet, /3BV \d+.*Efficiency \d+ %/s);
  assert.match((await page.locator(".counters [role=timer]").textContent()) ?? "", /^\d+:\d\d$/);
  const wrong = await page.locator(".mark-wrong").count();
  assert.equal(await page.locator(".cross").count(), wrong);
  return wrong > 0;
}

/** Quoridor: goals of both colours, also on the card; walls of their owner; walls left beside the names; a finger is told. */
async function goals({ browser, base }) {
  const page = await browser.newPage({ hasTouch: true, viewport: { width: 390, height: 844 } });
  await page.goto(`${base}/`);
  await page.locator('[data-game="quoridor"] .board-picture .mark-goal1').first().waitFor();
  assert.equal(await page.locator('[data-game="quoridor"] .board-picture .mark-goal0').count(), 9);
  assert.ok((await page.locator('[data-game="quoridor"] .board-picture .owner-1 > .bar').count()) > 0);
  await begin(page, base, "quoridor?mode=both");
  for (const goal of ["goal0", "goal1"]) assert.equal(await page.locator(`.board .mark-${goal}`).count(), 9);
  const wall = async (below) => {
    const [low, high] = await Promise.all(
      [below, below + 9].map((cell) => page.locator(`[data-cell="${cell}"] .face`).boundingBox()),
    );
    const at = [low.x + low.width / 2, (low.y + high.y + high.height) / 2];
    await page.touchscreen.tap(...at);
    await page.locator(".aim").getByText(said("board.aim_tap")).waitFor();
    assert.match((await page.locator(".aim").textContent()) ?? "", /wall at/i);
    await moves(page, () => page.touchscreen.tap(...at));
  };
  await wall(22);
  await wall(49);
  assert.equal(await page.locator(".edge.owner-0").count(), 1);
  assert.equal(await page.locator(".edge.owner-1").count(), 1);
  assert.deepEqual(await page.locator(".players .count").allTextContents(), ["9 walls left", "9 walls left"]);
  await page.goto(`${base}/#/new/quoridor?level=hard`);
  await page.getByText(said("new.share", { share: "71", below: "Normal" })).waitFor();
}

export const GAMES = { line, mines, goals };
