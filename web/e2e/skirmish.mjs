/** A battle of the skirmish on the page: units placed, moved by mouse and keys, attacks with every die told, the past. */
import assert from "node:assert/strict";
import { mouse } from "./hands.mjs";

/** The rules are compiled at the first move, which takes a while on a busy machine. */
const PATIENCE = { timeout: 150_000 };

/** A hex by what it is called: the labels say row and column. */
export function hex(page, col, row) {
  return page.locator(`.cell[aria-label^="row ${row}, column ${col},"]`);
}

async function steps(page, count) {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll(".step").length >= wanted || document.querySelector(".status.over"),
    count,
    PATIENCE,
  );
}

/** Place a unit. Where only one is left, nothing has to be asked. */
async function deploy(page, unit, col, row, asked) {
  const before = await page.locator(".step").count();
  await hex(page, col, row).click();
  if (asked)
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `deploy_unit ${unit} ${col} ${row}` })
      .click();
  await steps(page, before + 1);
}

/** From the start page to player 1's first move. */
export async function begin(page, base) {
  await mouse.start(page, base, { game: "skirmish", preset: "small", opponent: "random" });
  await page.locator(".cell.target").first().waitFor(PATIENCE);
  await deploy(page, "1-01", 6, 8, true);
  await deploy(page, "1-02", 4, 8, true);
  await deploy(page, "1-03", 8, 8, false);
  await page.locator(".mark-active").waitFor(PATIENCE);
}

const panel = (page, title) => page.locator(".panel", { hasText: title });

export async function skirmish({ browser, base }) {
  const page = await browser.newPage();
  await begin(page, base);
  const events = page.locator(".events");
  const toast = page.locator(".toast-place[aria-live]");

  // All that happened since the last own move: the other player has placed three units.
  for (const unit of ["2-01", "2-02", "2-03"])
    await events.getByText(`Unit ${unit} is deployed on`).waitFor();
  await events.getByText("Round 1: player 1 moves.").waitFor();

  // The captain acts: what it can reach, and what it cannot, in the rules' words.
  const label = (col, row) => hex(page, col, row).getAttribute("aria-label");
  assert.match((await label(6, 8)) ?? "", /1-01 Captain \(8\) of You.*acts now/);
  assert.match((await label(6, 4)) ?? "", /goal, within reach, you can play here/);
  assert.match((await label(0, 8)) ?? "", /within reach, at a price, you can play here/);
  assert.equal(await page.locator(".mark-target").count(), 0);
  await hex(page, 4, 3).click();
  await toast.getByText("(4, 3) is a wall").waitFor();

  // By mouse, by keys, and not at all.
  await hex(page, 6, 6).click();
  await events.getByText("Unit 1-01 moves to (6, 6).").waitFor();
  await hex(page, 4, 8).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await events.getByText("Unit 1-02 moves to (4, 5).").waitFor();
  await page.getByRole("button", { name: "hold", exact: true }).click();
  await events.getByText("Unit 1-03 holds.").waitFor();

  // On until somebody can be attacked; a press on the enemy does it, and every die is told.
  const aimed = page.locator(".cell.mark-target.target");
  for (let i = 0; (await aimed.count()) === 0; i++) {
    assert.ok(i < 60, "somebody comes into sight sooner or later");
    const before = await page.locator(".step").count();
    await page.locator(".choices button, .cell.target").first().waitFor(PATIENCE);
    if ((await aimed.count()) > 0) break;
    await page.getByRole("button", { name: "hold", exact: true }).click();
    await steps(page, before + 1);
    await page.getByText("Your move").waitFor(PATIENCE);
  }
  await panel(page, "sees").getByText("HP on average").first().waitFor();
  const before = await page.locator(".step").count();
  await aimed.first().click();
  await steps(page, before + 1);
  const dice = /Unit 1-0\d (shoots at|fights|charges) .*(misses|hits|rolls)/;
  await events.getByText(dice).first().waitFor();

  // The past tells its own step, in both languages.
  await page.locator(".step").nth(6).click();
  await events.getByText("Unit 1-01 moves to (6, 6).").waitFor();
  assert.equal(await events.locator("li").count(), 1);
  await page.getByRole("button", { name: "FR", exact: true }).click();
  await events.getByText("L'unité 1-01 va en (6, 6).").waitFor();
  await panel(page, "Bataille").getByText("mouvement").waitFor();
}
