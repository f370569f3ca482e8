/** The start page and the page of a game: one click to a match, every way to start one, options in the address. */

import assert from "node:assert/strict";
import { mouse, SELECTORS, status, turnOrEnd } from "./hands.mjs";
import { said } from "./words.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 } };

async function chosen(page, name) {
  return page.locator(`input[name="${name}"]:checked`).getAttribute("value");
}

/** Cards in order, one click to a match, and a list of matches by one request. */
export async function home({ browser, base }) {
  const page = await browser.newPage(DESK);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/api/v1/")[1]));
  await page.goto(`${base}/`);
  await page.locator(".game-card .board-picture").first().waitFor();
  const names = await page
    .locator(".game-card")
    .evaluateAll((cards) => cards.map((card) => card.dataset.game));
  assert.deepEqual(names.slice(0, 4), ["quoridor", "minesweeper", "skirmish", "tic_tac_toe"]);
  assert.ok(names.includes("connect_four"));
  assert.equal(await page.locator(".your-matches").count(), 0);
  assert.ok(!asked.includes("summaries"));

  await page.locator('[data-game="tic_tac_toe"] .primary').click();
  await page.locator(".board").waitFor();
  const first = page.url().split("/").at(-1);
  await mouse.start(page, base, { game: "tic_tac_toe", opponent: "friend" });
  asked.length = 0;
  await page.goto(`${base}/#/`);
  await page.locator(".your-matches .state:not(:empty)").nth(1).waitFor();
  assert.equal(asked.filter((path) => path === "summaries").length, 1);
  assert.equal(asked.filter((path) => path?.startsWith("matches")).length, 0);
  await page.locator(`.your-matches a[href$="${first}"]`).click();
  await page.locator(".board").waitFor();

  // Both sides by one person, and a match that is over is no longer proposed.
  await page.goto(`${base}/#/new/tic_tac_toe?mode=both`);
  await page.locator("button[type=submit]").click();
  for (const cell of [0, 3, 1, 4, 2]) {
    await page.locator(`[data-cell="${cell}"].target`).click();
    await page.locator(`[data-cell="${cell}"] .piece`).waitFor();
  }
  await page.locator(SELECTORS.over).waitFor();
  await page.goto(`${base}/#/`);
  await page.getByRole("button", { name: said("home.all", { count: "3" }) }).click();
  assert.equal(await page.locator(".your-matches li").count(), 3);
  await page.getByRole("button", { name: "Remove Tic-tac-toe" }).first().click();
  assert.equal(await page.locator(".your-matches li").count(), 2);
}

/** Options are read from the address, kept in it, and never those of another game. */
export async function options({ browser, base }) {
  const page = await browser.newPage(DESK);
  await page.goto(`${base}/#/new/minesweeper?preset=expert`);
  await page.locator("button[type=submit]").waitFor();
  assert.equal(await chosen(page, "preset"), "expert");
  await page.goto(`${base}/#/new/quoridor?preset=expert&level=hard&seat=1`);
  await page.getByRole("heading", { level: 1, name: "Quoridor" }).waitFor();
  assert.equal(await chosen(page, "opponent"), "hard");
  assert.equal(await chosen(page, "seat"), "1");
  assert.notEqual(await chosen(page, "preset").catch(() => null), "expert");
  await page.locator(".guide h3").first().waitFor();

  await page.locator('input[name="mode"][value="friend"]').check();
  await page.locator('input[name="clock"][value="5+3"]').check();
  await page.waitForFunction(() => location.hash.includes("clock="));
  assert.match(page.url(), /mode=friend/);
  assert.match(page.url(), /seat=1/);
  await page.locator('input[name="clock"][value="custom"]').check();
  await page.getByLabel(said("new.clock_minutes")).fill("7");
  await page.waitForFunction(() => location.hash.includes("clock=7%2B3"));
  await page.reload();
  await page.locator("button[type=submit]").waitFor();
  assert.equal(await chosen(page, "clock"), "custom");
  assert.equal(await page.getByLabel(said("new.clock_minutes")).inputValue(), "7");
  await page.locator("button[type=submit]").click();
  await page.locator(".invite").waitFor();
  const id = page.url().split("/").at(-1);
  const { clock } = await (await fetch(`${base}/api/v1/matches/${id}`)).json();
  assert.equal(clock.seconds[1], 420);

  // Two agents, watched to the end.
  await page.goto(`${base}/#/new/tic_tac_toe?mode=watch`);
  await page.locator('select[name="agent-1"]').selectOption("random");
  await page.locator("button[type=submit]").click();
  await page.locator(".board").waitFor();
  assert.ok(await turnOrEnd(page));
  assert.doesNotMatch(await status(page), /You/);
}

/** The button is in sight, nothing is wider than the screen, and no word is broken. */
async function inSight({ browser, base }, screens, games = ["quoridor", "skirmish", "minesweeper"]) {
  const { length } = await (await fetch(`${base}/api/v1/games`)).json();
  for (const [options, locale] of screens) {
    const page = await browser.newPage({ ...options, locale });
    const { width, height } = options.viewport;
    const fits = async () => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${page.url()} is ${wide} wide on a screen of ${width}`);
      assert.deepEqual(await page.evaluate(brokenWords), []);
    };
    await page.goto(`${base}/`);
    await page
      .locator(".game-card")
      .nth(length - 1)
      .waitFor();
    await fits();
    await page.goto(`${base}/#/analyse`);
    await page.locator(".boards .game-card").first().waitFor();
    await fits();
    for (const game of games) {
      await page.goto(`${base}/#/new/${game}`);
      await page.locator(".guide, .game-guide > .muted").waitFor();
      await fits();
      for (const place of [0, 1e6]) {
        await page.evaluate((y) => scrollTo(0, y), place);
        const box = await page.locator("button[type=submit]").boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= height, `Start of ${game} is at ${box.y} of ${height}`);
      }
    }
  }
}

const NARROW = { ...PHONE, viewport: { width: 320, height: 640 } };

export const INSIGHT = {
  insight: (tools) => inSight(tools, [[NARROW, "fr-FR"]], ["skirmish"]),
  insight_everywhere: (tools) =>
    inSight(tools, [
      [DESK, "en-GB"],
      [PHONE, "en-GB"],
      [PHONE, "fr-FR"],
    ]),
};

/** Words of the page that stand on two lines; first one is planted that does, if given. Runs in the page. */
function brokenWords(planted) {
  const main = document.querySelector("main");
  if (planted) {
    const narrow = document.createElement("p");
    narrow.textContent = planted;
    narrow.style.width = "3ch";
    narrow.style.wordBreak = "break-all";
    main.append(narrow);
  }
  const broken = [];
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of node.data.matchAll(/[\p{L}\d]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
}
