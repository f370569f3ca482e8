/**
 * `node run.mjs SCENARIO ADDRESS`: plays one scenario against a running server; ends with 0 if all went well.
 *
 * `node run.mjs`: says `ready` and plays one after the other in one browser, each on a line
 * `{"scenario": ..., "address": ...}` of standard input. Each ends with a line `well` or `failed: ...`.
 *
 * What only the caller can do (`kill` and `start` the server) is asked for on a line of standard output; a line on
 * standard input says that it is done.
 */
import { createInterface } from "node:readline";
import { launch, openBrowser } from "./browser.mjs";
import { SCENARIOS } from "./scenarios.mjs";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function tell(wish) {
  console.log(wish);
  await lines.next();
}

/** Plays a scenario with pages of its own. Gives what went wrong, if anything did. */
async function play(chromium, name, address) {
  if (!SCENARIOS[name]) return `there is no scenario ${name}: ${Object.keys(SCENARIOS).join(", ")}`;
  const browser = await openBrowser(address, chromium);
  try {
    await SCENARIOS[name]({ browser, base: address.replace(/\/$/, ""), tell });
    browser.judge();
    return null;
  } catch (error) {
    return [error.stack, ...(await browser.seen())].join("\n---\n");
  } finally {
    await browser.close();
  }
}

const [name, address] = process.argv.slice(2);
const chromium = await launch();
if (name) {
  const problem = await play(chromium, name, address);
  console.log(problem ?? "well");
  process.exitCode = problem === null ? 0 : 1;
} else {
  console.log("ready");
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    const wanted = JSON.parse(line.value);
    const problem = await play(chromium, wanted.scenario, wanted.address);
    console.log(problem === null ? "well" : `failed: ${JSON.stringify(problem)}`);
  }
}
await chromium.close();
process.exit();
