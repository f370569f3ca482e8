/** `node pictures.mjs ADDRESS FOLDER`: the pictures of the docs, on a desk in light colours and on a phone in dark ones. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "./browser.mjs";
import { mouse, SELECTORS, turnOrEnd } from "./hands.mjs";
import { begin } from "./skirmish.mjs";

const [address, folder] = process.argv.slice(2);
const base = address.replace(/\/$/, "");
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true },
};
mkdirSync(folder, { recursive: true });

const browser = await openBrowser(base);
for (const [device, options] of Object.entries(DEVICES)) {
  const page = await browser.newPage(options);
  const shot = (name) => page.screenshot({ path: join(folder, `${name}-${device}.png`) });

  await page.goto(`${base}/`);
  await page.locator(".board-picture").nth(6).waitFor();
  await shot("home");
  await page.goto(`${base}/#/new/quoridor?level=hard`);
  await page.locator(".guide").waitFor();
  await page.locator(".game-guide .board-picture").waitFor();
  await shot("game");
  await mouse.start(page, base, { game: "minesweeper", preset: "small" });
  await page.locator("[data-cell='27']").click();
  await page.waitForSelector(".mark-open");
  await shot("minesweeper");
  await mouse.start(page, base, { game: "quoridor", opponent: "easy" });
  for (let i = 0; i < 3; i++) {
    await turnOrEnd(page);
    const before = await page.locator(".step").count();
    await page.locator(SELECTORS.target).last().click();
    await page.waitForFunction((n) => document.querySelectorAll(".step").length > n + 1, before);
  }
  await turnOrEnd(page);
  await shot("quoridor");
  await begin(page, base);
  await shot("skirmish");
}
browser.judge();
await browser.close();
