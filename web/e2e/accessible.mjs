/** axe on the screens, in both themes: nothing serious stands in anybody's way. */
import assert from "node:assert/strict";
import { AxeBuilder } from "@axe-core/playwright";
import { allScreens, analysisScreens, homeScreen, matchScreen, world } from "./screens.mjs";

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "fr-FR" };
const GRAVE = new Set(["serious", "critical"]);

/** What is wrong with the page as it stands, a line each. */
async function faults(page) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations
    .filter(({ impact }) => GRAVE.has(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    );
}

/** Walks over the screens and looks at each in both themes. */
async function judge(tools, options, walk) {
  const walked = await world(tools, options);
  const { page } = walked;
  const found = new Map();
  await walk(walked, async (name) => {
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      for (const fault of await faults(page)) {
        const places = found.get(fault) ?? [];
        found.set(fault, [...places, `${name}, ${colorScheme}`]);
      }
    }
  });
  const lines = [...found].map(
    ([fault, places]) => `${fault}\n  (${places.length}: ${places.slice(0, 4).join("; ")})`,
  );
  assert.equal(lines.length, 0, lines.join("\n"));
}

/** The checker sees a button without a name, and a text that is too pale in one of the themes. */
async function planted(tools) {
  const { page, base } = await world(tools, DESK);
  await page.goto(`${base}/#/nowhere`);
  await page.locator(".problem").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.evaluate(() => document.querySelector("main").append(document.createElement("button")));
  assert.match((await faults(page)).join(), /^button-name /);
  await page.evaluate(() => {
    const pale = document.createElement("p");
    pale.textContent = "pale";
    pale.style.color = "#222";
    document.querySelector("main").lastChild.replaceWith(pale);
  });
  await page.emulateMedia({ colorScheme: "light" });
  assert.deepEqual(await faults(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.match((await faults(page)).join(), /^color-contrast /);
}

export const ACCESSIBLE = {
  accessible_home: (tools) => judge(tools, DESK, homeScreen),
  accessible_match: (tools) => judge(tools, DESK, matchScreen),
  accessible_planted: planted,
  accessible_analysis: (tools) => judge(tools, DESK, analysisScreens),
  accessible_everywhere: (tools) => judge(tools, DESK, allScreens),
  accessible_phone: (tools) => judge(tools, PHONE, allScreens),
};
