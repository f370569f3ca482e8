/** Quoridor against a level: a wall with the mouse, one with the keys, moves, why a wall cannot stand, and a whole game. */

import assert from "node:assert/strict";
import { mouse, refused, SELECTORS, speak, status, turnOrEnd } from "./hands.mjs";
import { RESULTS, said } from "./words.mjs";

// Cells are numbered from a1, nine to a row.
const [E3, E4] = [22, 31];
const ABOVE = { a7: 54, a5: 36, a4: 27 };

/** A place on the side of two squares, one above the other, that is nearer to the square on the right. */
export async function rightOf(page, below, above) {
  const faces = [below, above].map((cell) => page.locator(`[data-cell="${cell}"] .face`));
  const [one, other] = await Promise.all(faces.map((face) => face.boundingBox()));
  return { x: one.x + 0.75 * one.width, y: (one.y + one.height / 2 + other.y + other.height / 2) / 2 };
}

async function steps(page, count) {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll(".step").length >= wanted || document.querySelector(".status.over"),
    count,
  );
}

/** Step to the square furthest ahead. */
async function forwards(page) {
  const cells = await page
    .locator(SELECTORS.target)
    .evaluateAll((all) => all.map((cell) => Number(cell.dataset.cell)));
  await page.locator(`[data-cell="${Math.max(...cells)}"]`).click();
}

async function walls({ browser, base }) {
  const page = await browser.newPage();
  await mouse.start(page, base, { game: "quoridor", opponent: "easy" });
  await page.locator(".players").getByText("Easy").waitFor();

  // With the mouse: the wall e3h, and its answer.
  const { x, y } = await rightOf(page, E3, E4);
  await page.mouse.move(x, y);
  await page.locator(".bar.preview").waitFor({ state: "attached" });
  await page.mouse.click(x, y);
  await steps(page, 2);
  await page.getByText(said("status.your_turn")).waitFor();
  assert.match((await page.locator(".step").first().textContent()) ?? "", /Horizontal wall at e3/);
  assert.match((await page.locator(".players li").first().textContent()) ?? "", /9 walls left/);

  // The same wall again is refused, in both languages.
  await page.mouse.move(0, 0);
  assert.equal(await refused(page, () => page.mouse.click(x, y)), "quoridor.taken");
  await speak(page, "fr");
  await page.locator(".players").getByText("Easy", { exact: true }).waitFor({ state: "detached" });
  assert.equal(await refused(page, () => page.mouse.click(x, y)), "quoridor.taken");
  await speak(page, "en");

  // A square that is too far, then a move: Easy errs by chance, and its wall may stand before the pawn.
  assert.equal(
    await refused(page, () => page.locator(`[data-cell="${E4}"]`).click()),
    "quoridor.out_of_reach",
  );
  await forwards(page);
  await steps(page, 4);
  await page.getByText(said("status.your_turn")).waitFor();

  // With the keys: above a7, or lower where a wall of Easy's is in the way.
  const taken = (await page.locator(".step").allTextContents()).join();
  const name = Object.keys(ABOVE).find((place) => !taken.match(`wall at [ab]${place[1]}`));
  const before = await page.locator(".edge").count();
  await page.locator(`[data-cell="${ABOVE[name]}"]`).focus();
  await page.keyboard.press("Shift+ArrowUp");
  await page.locator(".play [aria-live]").getByText(`Horizontal wall at ${name}: between`).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction((count) => document.querySelectorAll(".edge").length > count, before);
  return page;
}

/** After the walls only forwards, until it is over. */
async function whole({ browser, base }) {
  const page = await walls({ browser, base });
  while (!(await turnOrEnd(page))) {
    const before = await page.locator(".step").count();
    await forwards(page);
    await steps(page, before + 1);
  }
  assert.ok(RESULTS.includes(await status(page)));
  const id = page.url().split("/").at(-1);
  const replay = await (await fetch(`${base}/api/v1/matches/${id}/replay`)).json();
  assert.equal(replay.history.length, await page.locator(".step").count());
  assert.equal(replay.seats[1].agent, "easy");
}

export const QUORIDOR = { quoridor_walls: walls, quoridor_whole: whole };
