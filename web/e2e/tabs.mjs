/** Many tabs of one browser: all of them live by one stream, and the browser has connections left. */
import assert from "node:assert/strict";
import { turnOrEnd } from "./hands.mjs";

const TABS = 8;
const STREAM = "/api/v1/stream";

/** Opens a match against an agent by the address of its options, in the tab that a person looks at. */
async function start(page, base) {
  await page.bringToFront();
  await page.goto(`${base}/#/new/tic_tac_toe?level=random&seat=0`);
  await page.locator("button[type=submit]").click();
  await page.waitForSelector(".board");
}

/** Counts the streams of a browser that are open now. */
function countStreams(context) {
  const open = new Set();
  const isStream = (request) => new URL(request.url()).pathname.endsWith("/stream");
  context.on("request", (request) => isStream(request) && open.add(request));
  for (const end of ["requestfinished", "requestfailed"]) context.on(end, (request) => open.delete(request));
  return open;
}

/** Eight tabs of eight matches: an agent's answer arrives in each, a ninth page loads, and tabs may be closed. */
export async function eightTabs({ browser, base }) {
  const first = await browser.newPage();
  const context = first.context();
  const streams = countStreams(context);
  const tabs = [first];
  while (tabs.length < TABS) tabs.push(await context.newPage());
  for (const tab of tabs) await start(tab, base);
  assert.equal(new Set(tabs.map((tab) => tab.url())).size, TABS);
  for (const tab of tabs) {
    await tab.bringToFront();
    await tab.locator('[data-cell="4"]').click();
  }
  const answered = (count) => (tab) =>
    tab.waitForFunction((wanted) => document.querySelectorAll(".piece").length === wanted, count);
  await Promise.all(tabs.map(answered(2)));
  assert.deepEqual(
    [...streams].map((request) => [request.method(), new URL(request.url()).pathname.endsWith(STREAM)]),
    [["POST", true]],
  );

  const ninth = await context.newPage();
  await ninth.goto(`${base}/`);
  await ninth.locator("[data-game]").first().waitFor();

  // The tab that holds the stream is closed: another one goes on.
  await first.close();
  const left = tabs.slice(1);
  for (const tab of left) {
    await tab.bringToFront();
    await turnOrEnd(tab);
    await tab.locator(".cell.target").first().click();
  }
  await Promise.all(left.map(answered(4)));
  // A page that is closed does not say how its requests ended.
  assert.equal([...streams].filter((request) => !request.frame().page().isClosed()).length, 1);
}

/** The fault that the story above would show: where every tab has a stream of its own, the browser is frozen. */
export async function eightStreams({ browser, base }) {
  const first = await browser.newPage();
  const context = first.context();
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, "locks", { value: undefined }),
  );
  let frozen = false;
  for (let tab = 0; tab < TABS && !frozen; tab++) {
    const page = tab === 0 ? first : await context.newPage();
    page.setDefaultTimeout(6000);
    frozen = await start(page, base).then(
      () => false,
      () => true,
    );
  }
  assert.ok(frozen);
}
