/** What stands between cells, put there by two people: one with mouse and keys, one with a finger. */

import assert from "node:assert/strict";
import { mouse, refused, speak } from "./hands.mjs";
import { said } from "./words.mjs";

/** Bars between cells: with the mouse, with the keyboard, with a finger; and why one cannot be put somewhere. */
export async function fences({ browser, base }) {
  const host = await browser.newPage();
  await mouse.start(host, base, { game: "fences", opponent: "friend" });
  const guest = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await guest.goto(await host.getByLabel(said("invite.link")).inputValue());
  await guest.waitForSelector(".board");
  const shown = (page, count) =>
    page.waitForFunction((wanted) => document.querySelectorAll(".edge").length === wanted, count);
  const preview = (page) => page.locator(".bar.preview");
  // Cell 0 is at the bottom left. The side of 1 and 4 is covered by two fences: the nearer one is meant.
  const gap = (page, cells) => page.locator(`[data-cells="${cells}"]`);
  const within = async (page, cells, share) => {
    const faces = cells.split(" ").map((cell) => page.locator(`[data-cell="${cell}"] .face`));
    const [one, other] = await Promise.all(faces.map((face) => face.boundingBox()));
    const upright = Math.abs(one.x - other.x) > Math.abs(one.y - other.y);
    return {
      x: (one.x + other.x + one.width) / 2 + (upright ? 0 : (share - 0.5) * one.width),
      y: (one.y + other.y + one.height) / 2 + (upright ? (share - 0.5) * one.height : 0),
    };
  };
  const tap = async (page, cells, share) => {
    const { x, y } = await within(page, cells, share);
    await page.touchscreen.tap(x, y);
  };

  const near = await within(host, "1 4", 0.3);
  await host.mouse.move(near.x, near.y);
  const first = await preview(host).getAttribute("d");
  const far = await within(host, "1 4", 0.7);
  await host.mouse.move(far.x, far.y);
  await host.waitForFunction((d) => document.querySelector(".bar.preview")?.getAttribute("d") !== d, first);
  await host.mouse.move(near.x, near.y);
  await host.waitForFunction((d) => document.querySelector(".bar.preview")?.getAttribute("d") === d, first);
  await host.mouse.click(near.x, near.y);
  await Promise.all([host, guest].map((page) => shown(page, 1)));
  assert.equal(await host.locator(".edge.mark-last.owner-0").count(), 1);
  const label = (await host.locator('[data-cell="0"]').getAttribute("aria-label")) ?? "";
  assert.equal(label, "row 1, column a, empty, above: fence of You (last move)");
  assert.equal((await host.locator(".step").last().textContent())?.includes("0 0 0"), true);

  // A finger asks twice; a tap beside it plays nothing.
  await guest.getByText(said("status.your_turn")).waitFor();
  await tap(guest, "3 4", 0.7);
  // An upright line has no width, and counts as hidden.
  await preview(guest).waitFor({ state: "attached" });
  const tapped = await preview(guest).getAttribute("d");
  await tap(guest, "4 5", 0.2);
  await guest.waitForFunction((d) => document.querySelector(".bar.preview")?.getAttribute("d") !== d, tapped);
  assert.equal(await guest.locator(".edge").count(), 1);
  await tap(guest, "4 5", 0.2);
  await Promise.all([host, guest].map((page) => shown(page, 2)));
  assert.ok((await guest.evaluate(() => document.documentElement.scrollWidth)) <= 390);

  // Refused, in the rules' own words: covered, then crossed.
  await host.getByText(said("status.your_turn")).waitFor();
  assert.equal(await refused(host, () => gap(host, "0 3").click()), "fences.covered");
  await speak(host, "fr");
  assert.equal(await refused(host, () => gap(host, "0 3").click()), "fences.covered");
  assert.equal(await refused(host, () => gap(host, "0 1").click()), "fences.crossed");
  await speak(host, "en");
  assert.equal(await host.locator(".edge").count(), 2);

  // The keys: from a cell to its side, and Enter.
  const heard = host.locator(".play [aria-live]");
  await host.locator('[data-cell="0"]').focus();
  await host.keyboard.press("Shift+ArrowUp");
  await heard.getByText("nothing can be put here now").waitFor();
  assert.equal(await refused(host, () => host.keyboard.press("Enter")), "fences.covered");
  await host.keyboard.press("ArrowUp");
  await host.keyboard.press("Shift+ArrowRight");
  await heard.getByText("1 0 1: between row 2, column a and row 2, column b").waitFor();
  await host.keyboard.press("Escape");
  assert.equal(await preview(host).count(), 0);
  await host.keyboard.press("Shift+ArrowRight");
  await host.keyboard.press("Enter");
  await Promise.all([host, guest].map((page) => shown(page, 3)));
}
