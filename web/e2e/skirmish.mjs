/** The skirmish on the page: specification 001's deployment item by item, then a battle with every die told, the past. */

import assert from "node:assert/strict";
import { refused } from "./hands.mjs";
import { sit } from "./table.mjs";
import { said } from "./words.mjs";

/** The rules are compiled at the first move, which takes a while on a busy machine. */
const PATIENCE = { timeout: 150_000 };

const MOVED = /Captain C1.*\(6, 6\)/;

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

/** A row of a roster, by the unit's name. */
const unit = (page, name) => page.getByRole("radio", { name, exact: true });

/** Presses the row: all of it is the unit's. */
async function choose(page, name) {
  await page.locator("tr.choosable", { hasText: name }).click();
  assert.equal(await unit(page, name).isChecked(), true);
}

/** Roster, then hex. */
async function deploy(page, name, col, row) {
  const before = await page.locator(".step").count();
  await choose(page, name);
  await hex(page, col, row).click();
  await steps(page, before + 1);
}

/** Creates a match and opens it in the page, with this browser in the seats of the person. */
export async function open(page, base, preset, seats) {
  return sit(page, base, { game: "skirmish", preset, seats });
}

/** From the start to player 1's first move. */
export async function begin(page, base) {
  await open(page, base, "small", ["person", "random"]);
  await page.locator(".cell.target").first().waitFor(PATIENCE);
  await deploy(page, "Captain C1", 6, 8);
  await deploy(page, "Rifle R2", 4, 8);
  await deploy(page, "Scout S3", 8, 8);
  await page.locator(".mark-active").waitFor(PATIENCE);
}

const panel = (page, title) => page.locator(".panel", { hasText: title });
const summaries = (page) => page.locator(".panel summary").allTextContents();

/** Specification 001's list: order, collapse, roster then hex, errors, undeploy, test mode, transition, confirm. */
async function deployment({ browser, base }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  // Test mode: one person in both seats, who deploys in turns.
  await open(page, base, "small_alternated", ["person", "person"]);
  await page.locator(".cell.target").first().waitFor(PATIENCE);

  // Both rosters, then both status tables, all at once; the deployer is marked.
  assert.deepEqual(await summaries(page), [
    "Player 1: to deploy · deploys now",
    "Player 2: to deploy",
    "Player 1: units",
    "Player 2: units",
  ]);
  for (const table of await page.locator(".panel table").all()) assert.ok(await table.isVisible());

  // Each can be folded, and stays folded after a move and a reload.
  await panel(page, "Player 2: units").locator("summary").click();
  assert.equal(await page.getByRole("table", { name: "Player 2: units" }).isVisible(), false);

  // The first unit is chosen; another is chosen by mouse or keys; its hexes are lit, those of the zone and no others.
  assert.equal(await unit(page, "Captain C1").isChecked(), true);
  await unit(page, "Captain C1").focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await unit(page, "Rifle R2").isChecked(), true);
  assert.equal(
    await page.locator(".cell.target").count(),
    await page.locator(".mark-zone0:not(.mark-wall)").count(),
  );
  assert.equal(await page.getByRole("dialog").count(), 0);

  // The reason is that of the hex that was clicked, and nothing has changed.
  assert.equal(await refused(page, () => hex(page, 6, 5).click()), "skirmish.outside_zone");
  assert.equal(await refused(page, () => hex(page, 4, 3).click()), "skirmish.wall");
  assert.equal(await page.locator(".step").count(), 0);

  // Roster, then hex: the chosen unit, without a menu; then it is the other player's turn, who is the same person.
  await hex(page, 4, 8).click();
  await steps(page, 1);
  await page.getByText("Player 2: to deploy · deploys now").waitFor();
  assert.equal(await page.getByRole("table", { name: "Player 2: units" }).isVisible(), false);
  assert.equal(await unit(page, "Alpha a1").isChecked(), true);
  assert.match((await hex(page, 4, 8).getAttribute("aria-label")) ?? "", /Rifle R2 \(5\)/);
  await hex(page, 6, 2).click();
  await steps(page, 2);
  await page.getByText("Player 1: to deploy · deploys now").waitFor();

  // A plain press on an own unit takes nothing back: it picks the unit, and the button does it.
  await hex(page, 4, 8).click();
  const undeploy = page.getByRole("button", { name: "Undeploy Rifle R2", exact: true });
  await undeploy.waitFor();
  assert.equal(await page.locator(".step").count(), 2);
  await undeploy.click();
  await steps(page, 3);
  await unit(page, "Rifle R2").waitFor();
  assert.match((await hex(page, 4, 8).getAttribute("aria-label")) ?? "", /empty/);
  // And so does the second press.
  await deploy(page, "Rifle R2", 4, 8);
  await deploy(page, "Stalker s2", 4, 2);
  await hex(page, 4, 8).click({ button: "right" });
  await steps(page, 6);
  await deploy(page, "Rifle R2", 2, 8);
  await deploy(page, "Spitter s3", 8, 2);
  // A hex that is taken says so.
  await choose(page, "Scout S3");
  assert.equal(await refused(page, () => hex(page, 2, 8).click()), "skirmish.occupied");
  await page.getByRole("button", { name: "Undeploy Rifle R2", exact: true }).waitFor();
  assert.equal(await refused(page, () => hex(page, 6, 2).click()), "skirmish.outside_zone");

  // What was folded is folded after a reload; then the last placements lead to the battle.
  await page.reload();
  await page.locator(".cell.target").first().waitFor(PATIENCE);
  assert.equal(await page.getByRole("table", { name: "Player 2: units" }).isVisible(), false);
  await deploy(page, "Scout S3", 8, 8);
  await deploy(page, "Captain C1", 6, 8);
  await page.locator(".mark-active").waitFor(PATIENCE);
  assert.deepEqual((await summaries(page)).slice(0, 2), ["Battle", "Objectives"]);
  assert.equal(await page.getByRole("radio").count(), 0);

  // Everything that a decision needs is within the window.
  for (const one of [".board", ".actions", ".panel >> nth=0", ".panel >> nth=2"]) {
    const box = await page.locator(one).first().boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 900, `${one} is within 900 px`);
  }
  assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) <= 960, "one screen");
}

/** Two browsers: who has placed everything confirms, in words, and then takes nothing back. */
async function confirmation({ browser, base }) {
  const page = await browser.newPage();
  await open(page, base, "small", ["person", "friend"]);
  await page.locator(".cell.target").first().waitFor(PATIENCE);
  await deploy(page, "Captain C1", 6, 8);
  await deploy(page, "Rifle R2", 4, 8);
  assert.equal(await page.getByRole("button", { name: /^Confirm/ }).count(), 0);
  await deploy(page, "Scout S3", 8, 8);
  await choose(page, "Scout S3");
  await page.getByRole("button", { name: "Undeploy Scout S3", exact: true }).waitFor();
  await page.getByRole("button", { name: "Confirm the deployment of player 1", exact: true }).click();
  await steps(page, 4);
  await page.getByRole("button", { name: "Undeploy Scout S3", exact: true }).waitFor({ state: "detached" });
  assert.equal(await page.getByRole("radio").count(), 0);
}

/** Where people choose who acts next: a press on another unit, then its move; and the same from the table. */
export async function activation({ browser, base }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await open(page, base, "small_chosen", ["person", "person"]);
  await page.locator(".cell.target").first().waitFor(PATIENCE);
  for (const [name, col, row] of [
    ["Captain C1", 6, 8],
    ["Rifle R2", 4, 8],
    ["Scout S3", 8, 8],
    ["Alpha a1", 6, 2],
    ["Stalker s2", 4, 2],
    ["Spitter s3", 8, 2],
  ])
    await deploy(page, name, col, row);
  await page.locator(".mark-active").waitFor(PATIENCE);
  await page.getByText("Captain C1, choose a hex or hold. Or choose another unit.").waitFor();
  await hex(page, 8, 8).click();
  await page.getByText("Scout S3, choose a hex or hold. Or choose another unit.").waitFor();
  await hex(page, 9, 6).click();
  await page
    .locator(".events")
    .getByText(/Scout S3.*\(9, 6\)/)
    .waitFor();
  await page.getByText("Captain C1, choose a hex or hold.").waitFor();
  await page.getByRole("button", { name: "Choose Rifle R2" }).click();
  await page.getByText("Rifle R2, choose a hex or hold.").waitFor();
  await hex(page, 8, 8).click();
}

/** On a phone: the board is enlarged and panned; a finger chooses a unit and its hex, and stays to take it back. */
async function phone({ browser, base }) {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await open(page, base, "large", ["person", "person"]);
  await page.locator(".cell.target").first().waitFor(PATIENCE);
  const width = async () => (await hex(page, 12, 20).boundingBox())?.width ?? 0;
  const before = await width();
  for (let i = 0; i < 3; i++) await page.getByRole("button", { name: said("board.zoom_in") }).tap();
  assert.ok((await width()) > 2.5 * before, "three times as large");
  assert.equal(
    await page.evaluate(() => document.documentElement.scrollWidth),
    390,
    "only the board scrolls",
  );
  await page.locator("tr.choosable", { hasText: "Heavy H5" }).tap();
  await hex(page, 20, 19).tap();
  await steps(page, 1);
  assert.match((await hex(page, 20, 19).getAttribute("aria-label")) ?? "", /Heavy H5/);
}

/** The shortest of it: three units are placed on hexes, and one of them moves. */
export async function skirmishBegins({ browser, base }) {
  const page = await browser.newPage();
  await begin(page, base);
  await hex(page, 6, 6).click();
  await page.locator(".events").getByText(MOVED).waitFor();
}

export async function skirmish({ browser, base }) {
  await deployment({ browser, base });
  await phone({ browser, base });
  await confirmation({ browser, base });
  await activation({ browser, base });
  const page = await browser.newPage();
  await begin(page, base);
  const events = page.locator(".events");

  // All that happened since the last own move: the other player has placed three units.
  for (const name of ["Alpha a1", "Stalker s2", "Spitter s3"]) await events.getByText(name).first().waitFor();
  await events.getByText("Round 1: player 1 moves.").waitFor();

  // The captain acts: what it can reach, and what it cannot, in the rules' words.
  const label = (col, row) => hex(page, col, row).getAttribute("aria-label");
  assert.match((await label(6, 8)) ?? "", /Captain C1 \(8\) of You.*acts now/);
  assert.match((await label(6, 4)) ?? "", /goal, within reach, you can play here/);
  assert.match((await label(0, 8)) ?? "", /within reach, at a price, you can play here/);
  assert.equal(await page.locator(".mark-target").count(), 0);
  assert.equal(await refused(page, () => hex(page, 4, 3).click()), "skirmish.wall");

  // By mouse, by keys, and not at all.
  await hex(page, 6, 6).click();
  await events.getByText(MOVED).waitFor();
  await hex(page, 4, 8).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await events.getByText(/Rifle R2.*\(4, 5\)/).waitFor();
  const hold = page.getByRole("button", { name: "Hold", exact: true });
  await hold.click();
  await events.getByText("Scout S3 holds.").waitFor();

  // On until somebody can be attacked: the bar names each target with its odds, and every die is told.
  const attack = page.locator(".choices .noted");
  for (let i = 0; (await attack.count()) === 0; i++) {
    assert.ok(i < 60, "somebody comes into sight sooner or later");
    const before = await page.locator(".step").count();
    await page.locator(".choices button").first().waitFor(PATIENCE);
    if ((await attack.count()) > 0) break;
    await hold.click();
    await steps(page, before + 1);
    await page.locator(".choices button:enabled").first().waitFor(PATIENCE);
  }
  assert.equal(await attack.count(), await page.locator(".cell.mark-target.target").count());
  assert.match((await attack.first().textContent()) ?? "", /^Attack .* [asb]\d.*HP on average/);
  await panel(page, "sees").getByText("HP on average").first().waitFor();
  const before = await page.locator(".step").count();
  await attack.first().click();
  await steps(page, before + 1);
  const dice = /(shoots at|fights|charges) .*(misses|hits|rolls)/;
  await events.getByText(dice).first().waitFor();

  // The past tells its own step, in both languages.
  await page.locator(".step").nth(6).click();
  await events.getByText(MOVED).waitFor();
  assert.equal(await events.locator("li").count(), 1);
  const english = await events.innerText();
  await page.getByRole("button", { name: "FR", exact: true }).click();
  await page.waitForFunction((before) => document.querySelector(".events").innerText !== before, english);
  await events.getByText(MOVED).waitFor();
  await panel(page, "Battle").waitFor({ state: "detached" });
}
