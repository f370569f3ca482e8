/** The arena: runs in the folders that the operator named, a training that goes on while somebody looks. */

import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import { said } from "./words.mjs";

const DESK = { viewport: { width: 1440, height: 900 } };
const NARROW = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, locale: "fr-FR" };
const RUNS = ["runs/robin", "runs/alone", "runs/climb", "runs/deep/tiny", "runs/games"];

async function noGraveFaults(page) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  assert.deepEqual(
    grave.map(({ id, nodes }) => `${id} ${nodes.map(({ target }) => target)}`),
    [],
  );
}

/** Needs a server with `tests/server/run_samples.py`. The caller adds a row to the training when it is asked to `grow`. */
export async function arena({ browser, base, tell }) {
  const page = await browser.newPage(DESK);
  await page.goto(`${base}/`);
  await page.getByRole("link", { name: said("arena.title") }).click();
  await page.getByRole("heading", { level: 1, name: said("arena.title") }).waitFor();
  const names = await page.locator(".run-name").allTextContents();
  assert.deepEqual(names.toSorted(), RUNS.toSorted());

  await page.locator('a[href="#/arena/runs/robin"]').click();
  await page.locator(".crosstable").waitFor();
  assert.equal(await page.locator(".rating-table tbody tr").count(), 3);
  assert.equal(await page.locator(".interval-bar").count(), 3);
  assert.equal(await page.locator(".crosstable tbody td[title]").count(), 6);
  await page.getByRole("link", { name: said("arena.back") }).click();
  await page.locator('a[href="#/arena/runs/deep/tiny"]').click();

  // The arrow keys read a chart; a new row appears by itself.
  const chart = page.getByRole("slider", { name: said("arena.panel_loss") });
  await chart.focus();
  await page.keyboard.press("End");
  assert.match((await chart.getAttribute("aria-valuetext")) ?? "", /^updates 5 /);
  const asked = [];
  page.on("response", (response) => response.url().includes("/runs/") && asked.push(response.status()));
  await tell("grow");
  await page.locator('[role="slider"][aria-valuemax="6"]').first().waitFor({ timeout: 40_000 });
  assert.ok(asked.length > 0);
  await page.getByText(said("chart.table")).first().click();
  await page.locator(".chart-numbers tbody tr").nth(5).waitFor();

  for (const options of [DESK, NARROW]) {
    const reader = await browser.newPage(options);
    for (const run of ["", ...RUNS.map((name) => `/${name}`)]) {
      await reader.goto(`${base}/#/arena${run}`);
      await reader.locator("main.arena").waitFor();
      const wide = await reader.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= options.viewport.width, `${run} is ${wide} wide`);
      for (const colorScheme of ["light", "dark"]) {
        await reader.emulateMedia({ colorScheme });
        await noGraveFaults(reader);
      }
    }
  }
  await page.goto(`${base}/#/arena/runs/..%2Fdata`);
  await page.locator(".problem, [role=alert]").first().waitFor();
}
