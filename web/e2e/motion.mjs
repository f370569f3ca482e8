/** Pieces that glide, dice that are shown, and stillness for those who want it. */
import assert from "node:assert/strict";
import { turnOrEnd } from "./hands.mjs";

/** Notes every copy of a piece that is on its way. */
function watchMotion(page) {
  return page.evaluate(() => {
    window.seen = 0;
    new MutationObserver(() => {
      window.seen += document.querySelectorAll(".moving").length;
    }).observe(document.querySelector(".board"), { childList: true, subtree: true });
  });
}

async function step(page, base) {
  await page.goto(`${base}/#/new/quoridor?level=random&seat=0`);
  await page.locator("button[type=submit]").click();
  await turnOrEnd(page);
  await watchMotion(page);
  await page.locator(".cell.target").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".step").length >= 2);
  await turnOrEnd(page);
  // The answer may come while the own piece still glides: both are waited for.
  await page.waitForFunction(() => !document.querySelector(".moving"));
  assert.equal(await page.locator(".board .piece").count(), 2);
  return page.evaluate(() => window.seen);
}

async function glide({ browser, base }) {
  const page = await browser.newPage({ reducedMotion: "no-preference" });
  assert.ok((await step(page, base)) > 0);
}

async function still({ browser, base }) {
  assert.equal(await step(await browser.newPage(), base), 0);
}

async function dice({ browser, base }) {
  const page = await browser.newPage();
  await page.goto(`${base}/#/new/royal_ur?mode=both`);
  await page.locator("button[type=submit]").click();
  await page.waitForSelector(".board");
  assert.equal(await page.locator(".dice").count(), 0);
  await page.locator(".choices button").first().click();
  await page.locator(".dice .die").waitFor();
  const said = await page.locator(".dice").getAttribute("aria-label");
  const face = await page.locator(".die").getAttribute("data-face");
  assert.match(said ?? "", new RegExp(`throws ${face}\\.$`));
  const [die, board] = await Promise.all([".dice", ".board"].map((part) => page.locator(part).boundingBox()));
  assert.ok(die.y + die.height <= board.y + 1);
}

export const MOTION = { glide, still, dice };
