/** Clicks that come faster than the answers: each is played, in their order, or the page says which one was not. */
import assert from "node:assert/strict";
import { read, sit } from "./table.mjs";
import { said } from "./words.mjs";

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7];
/** Milliseconds between two presses of somebody fast. */
const APART = 20;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Presses cells with the right button, so many milliseconds apart: the browser is not asked whether it is done. */
async function flagFast(page, cells, apart) {
  const mouse = await page.context().newCDPSession(page);
  const boxes = await Promise.all(
    cells.map((cell) => page.locator(`.board [data-cell="${cell}"] .face`).boundingBox()),
  );
  const sent = [];
  for (const { x, y, width, height } of boxes) {
    const at = { x: x + width / 2, y: y + height / 2, button: "right", clickCount: 1 };
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"])
      sent.push(mouse.send("Input.dispatchMouseEvent", { type, ...at }));
    await pause(apart);
  }
  await Promise.all(sent);
}

/** Keeps the first answer back until `release` is called; those after it go their way. */
async function holdFirst(page) {
  let release = () => {};
  const held = new Promise((done) => {
    release = done;
  });
  await page.route("**/events", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

async function actions(base, made) {
  const { history } = await read(base, made);
  return history.map(({ semantic }) => `${semantic.kind} ${semantic.row} ${semantic.col}`);
}

/** Waits until the page has nothing left to send. */
const settled = (page) => page.waitForFunction(() => !document.querySelector(".cell.pending"));

const ALONE = { game: "minesweeper", preset: "small", seats: ["person"] };

/** Eight flags, twenty milliseconds apart. */
async function eightFlags({ browser, base }) {
  const page = await browser.newPage();
  const made = await sit(page, base, ALONE);
  await flagFast(page, CELLS, APART);
  await settled(page);
  const played = await actions(base, made);
  console.log(`${played.length} of ${CELLS.length} flags were played`);
  assert.deepEqual(
    played,
    CELLS.map((col) => `flag 0 ${col}`),
  );
  assert.equal(await page.locator(".mark-flagged").count(), CELLS.length);
}

/** While an answer is kept back: flags are set and lifted in order, and a press that a flag now guards says so. */
async function keptBack({ browser, base }) {
  const page = await browser.newPage();
  const made = await sit(page, base, ALONE);
  const release = await holdFirst(page);
  await flagFast(page, [0, 1, 2, 1], 0);
  await page.locator('.board [data-cell="0"]').click();
  release();
  await page.locator(".toast", { hasText: said("dropped.changed") }).waitFor();
  await settled(page);
  assert.deepEqual(await actions(base, made), ["flag 0 0", "flag 0 1", "flag 0 2", "flag 0 1"]);
  assert.equal(await page.locator(".mark-open").count(), 0);
}

/** The turn passes with the first stone: the others are not put, and the page names them. */
async function turnPasses({ browser, base }) {
  const page = await browser.newPage();
  const made = await sit(page, base, {
    game: "connect_four",
    preset: "standard",
    seats: ["person", "random"],
  });
  const labels = (await read(base, made)).view.choices.map(({ label }) => label);
  const release = await holdFirst(page);
  for (const column of [0, 1, 2]) await page.locator(`.board [data-cell="${column}"]`).click();
  release();
  const moves = labels.slice(1, 3).join("; ");
  await page.getByText(said("dropped.moves", { moves, why: said("dropped.turn") })).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 2);
}

export const CLICKS = { eight_flags: eightFlags, kept_back: keptBack, turn_passes: turnPasses };
