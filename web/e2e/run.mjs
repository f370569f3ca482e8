/**
 * `node run.mjs SCENARIO ADDRESS`: plays one scenario against a running server; ends with 0 if all went well.
 *
 * What only the caller can do (`kill` and `start` the server) is asked for on a line of standard output; a line on
 * standard input says that it is done.
 */
import { createInterface } from "node:readline";
import { openBrowser } from "./browser.mjs";
import { SCENARIOS } from "./scenarios.mjs";

const [name, base] = process.argv.slice(2);
const scenario = SCENARIOS[name];
if (!scenario || !base) {
  console.error(`usage: node run.mjs ${Object.keys(SCENARIOS).join("|")} ADDRESS`);
  process.exit(2);
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

async function tell(wish) {
  console.log(wish);
  await lines.next();
}

const browser = await openBrowser(base);
try {
  await scenario({ browser, base: base.replace(/\/$/, ""), tell });
  browser.judge();
  console.log("well");
} catch (error) {
  console.error(error);
  console.error((await browser.seen()).join("\n---\n"));
  process.exitCode = 1;
} finally {
  await browser.close();
}
process.exit();
