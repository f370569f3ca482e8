/** Chromium for the scenarios, and a watch on every request: none may go to another host. */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launch() {
  if (!existsSync(CHROMIUM))
    throw new Error(`There is no Chromium at ${CHROMIUM}: install it, or set CHROMIUM.`);
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS });
}

/** Pages that share nothing with those of others, in a browser that may be one's own. */
export async function openBrowser(base, shared = null) {
  const browser = shared ?? (await launch());
  const contexts = [];
  const host = new URL(base).host;
  const strays = [];
  const faults = [];

  async function newPage(options = {}) {
    const context = await browser.newContext({
      viewport: { width: 960, height: 600 },
      locale: "en-GB",
      reducedMotion: "reduce",
      ...options,
    });
    contexts.push(context);
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:" && url.host !== host) strays.push(request.url());
    });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    // By default a condition is asked at every frame, so the browser draws all frames while it waits.
    const waitFor = page.waitForFunction.bind(page);
    page.waitForFunction = (condition, value, options) =>
      waitFor(condition, value, { polling: 50, ...options });
    page.on("pageerror", (error) => faults.push(String(error)));
    // The browser refuses what the server's policy forbids, and says so here only.
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) faults.push(message.text());
    });
    return page;
  }

  function judge() {
    if (strays.length > 0) throw new Error(`Requests left this machine: ${strays.join(", ")}`);
    if (faults.length > 0) throw new Error(`The page failed: ${faults.join("; ")}`);
  }

  /** What every open page shows, for the reader of a story that failed. */
  async function seen() {
    const pages = contexts.flatMap((context) => context.pages());
    const texts = pages.map((page) => page.innerText("body", { timeout: 2000 }).catch(String));
    return (await Promise.all(texts)).map((text, tab) => `${pages[tab].url()}\n${text}`);
  }

  const close = () => (shared ? Promise.all(contexts.map((context) => context.close())) : browser.close());
  return { newPage, judge, faults, seen, close };
}
