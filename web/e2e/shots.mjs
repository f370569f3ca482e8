/** `node shots.mjs ADDRESS FOLDER`: pictures of the page to be looked at, in both schemes, on a desk and on a phone. */
import { join } from "node:path";
import { openBrowser } from "./browser.mjs";
import { mouse, SELECTORS, turnOrEnd } from "./hands.mjs";
import { rightOf } from "./quoridor.mjs";

const [address, folder] = process.argv.slice(2);
const base = address.replace(/\/$/, "");
const DEVICES = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};

const browser = await openBrowser(base);
for (const colorScheme of ["light", "dark"]) {
  for (const [device, options] of Object.entries(DEVICES)) {
    const page = await browser.newPage({
      colorScheme,
      locale: colorScheme === "dark" ? "fr-FR" : "en-GB",
      ...options,
    });
    const shot = (name) =>
      page.screenshot({
        path: join(folder, `${name}-${device}-${colorScheme}.png`),
        fullPage: device === "phone",
      });

    await mouse.start(page, base, { game: "tic_tac_toe", opponent: "friend" });
    await page.waitForSelector(".invite");
    await shot("invite");
    await mouse.start(page, base, { game: "connect_four", opponent: "alphabeta" });
    for (let i = 0; i < 4 && !(await turnOrEnd(page)); i++) await mouse.play(page);
    await turnOrEnd(page);
    await page.waitForSelector(".cell.last");
    await shot("progress");
    while (!(await turnOrEnd(page))) await mouse.play(page);
    await page.waitForSelector(".cell.last");
    await shot("over");
    await page.locator(".step").nth(3).click();
    await page.waitForTimeout(400);
    await shot("past");
    await mouse.start(page, base, { game: "tic_tac_toe", opponent: "random" });
    await mouse.play(page);
    await turnOrEnd(page);
    await page.waitForSelector(".cell.last");
    await shot("tic_tac_toe");
    await page.locator(`.cell:not(.target)`).last().click();
    await page.waitForSelector(".toast");
    await page.keyboard.press("Tab");
    await page.locator(".board [tabindex='0']").focus();
    await page.keyboard.press("ArrowUp");
    await shot("refused");
    await mouse.start(page, base, { game: "hexes", opponent: "random" });
    for (let i = 0; i < 2 && !(await turnOrEnd(page)); i++) await mouse.play(page);
    await page.waitForSelector(".cell.last");
    await page.locator(SELECTORS.target).first().hover();
    await shot("hexes");
    for (const preset of ["standard", "large"]) {
      await mouse.start(page, base, { game: "fences", preset, opponent: "random" });
      await page.locator('.gap.open[data-cells="1 2"]').click();
      await page.locator(".edge").nth(1).waitFor({ state: "attached" });
      const open = page.locator(".gap.open");
      await open.nth(Math.floor((await open.count()) / 2)).hover();
      await shot(`fences-${preset}`);
    }
    await mouse.start(page, base, { game: "quoridor", opponent: "hard" });
    for (const [below, above] of [
      [22, 31],
      [40, 49],
      [58, 67],
    ]) {
      await turnOrEnd(page);
      const before = await page.locator(".step").count();
      const { x, y } = await rightOf(page, below, above);
      await page.mouse.click(x, y);
      await page.waitForFunction((n) => document.querySelectorAll(".step").length > n, before);
    }
    await turnOrEnd(page);
    await shot("quoridor");
    for (const preset of ["small", "expert"]) {
      await mouse.start(page, base, { game: "minesweeper", preset });
      const cells = await page.locator(SELECTORS.target).all();
      await cells[Math.floor(cells.length / 2)].click();
      await page.waitForSelector(".mark-open");
      await page.locator(".mark-hidden").first().click({ button: "right" });
      await page.waitForSelector(".mark-flagged");
      await shot(`minesweeper-${preset}`);
      while (!(await turnOrEnd(page))) {
        await page.locator(".mark-hidden.target").last().click();
        await page.waitForTimeout(300);
      }
      await shot(`minesweeper-${preset}-over`);
    }
    await page.goto(`${base}/`);
    await page.waitForSelector(".your-matches .state:not(:empty)");
    await page.waitForTimeout(300);
    await shot("home");
    for (const game of ["quoridor", "minesweeper", "skirmish"]) {
      await page.goto(`${base}/#/new/${game}`);
      await page.locator(".guide, .game-guide > .muted").waitFor();
      await page.locator(".game-guide .board-picture").waitFor();
      await shot(`new-${game}`);
    }
  }
}
browser.judge();
await browser.close();
