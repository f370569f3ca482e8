/** Matches that are made and played by the service, so that a page can be seen in any position soon. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import ts from "typescript";

// The page's own reading of what the service sends: choices come in groups.
const source = readFileSync(new URL("../src/api/wire.ts", import.meta.url), "utf8");
const { outputText } = ts.transpileModule(source, {
  compilerOptions: { module: "ESNext", target: "ES2022" },
});
const { matchOfWire } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);

/** Between two moves by the service, which answers a hundred requests of a player in three seconds. */
const PACE = 45;

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What the service says on a path; what it refuses is a failure. Who asks too often waits. */
export async function ask(base, path, { body, token } = {}) {
  const headers = {
    "Content-Type": "application/json",
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const method = body === undefined ? "GET" : "POST";
  for (;;) {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = await answer.json();
    if (answer.ok) return said;
    assert.equal(said.code, "too_many_requests", `${method} ${path}: ${JSON.stringify(said)}`);
    await pause(1000 * said.params.seconds);
  }
}

/** Makes a match and gives its seats to this browser, which held others before. */
export async function sit(page, base, wish) {
  const made = await ask(base, "/matches", { body: { spectators: "anyone", ...wish } });
  await take(page, base, made);
  return made;
}

/** Gives the seats of a match to this browser, and shows it. */
export async function take(page, base, made) {
  if (!page.url().startsWith(base)) await page.goto(`${base}/`);
  await page.evaluate(({ id, seat, seats, token, invitations }) => {
    const held = [{ id, seat, seats, token, title: "", since: 0, invitations }];
    localStorage.setItem("boardwright.seats", JSON.stringify(held));
  }, made);
  await visit(page, base, `match/${made.id}`);
  await page.locator(".board").waitFor({ timeout: 150_000 });
}

/** Goes to an address as somebody who opens it: nothing of the page before stays. */
export async function visit(page, base, hash) {
  await page.goto("about:blank");
  await page.goto(`${base}/#/${hash}`);
}

export async function read(base, { id, token }) {
  return matchOfWire(await ask(base, `/matches/${id}`, { token }));
}

export function send(base, { id, token }, seq, event) {
  return ask(base, `/matches/${id}/events`, { token, body: { seq, key: `by service ${seq}`, ...event } });
}

/** Plays legal choices, not the first ones, until `enough` says so or the match is over. Gives the match. */
export async function advance(base, made, enough = () => false) {
  for (let waited = 0; ; ) {
    const match = await read(base, made);
    // Who waits may have choices, too, such as taking a unit back: whoever is to move goes first.
    const choices = match.view?.to_move === match.you ? (match.view?.choices ?? []) : [];
    if (match.finished || (choices.length > 0 && enough(match))) return match;
    if (choices.length === 0) {
      assert.ok(waited < 1200, "somebody moves within two minutes");
      waited += 1;
      await pause(100);
      continue;
    }
    waited = 0;
    const plain = choices.filter(({ press }) => press !== "secondary");
    const { action } = plain[(match.seq * 7919) % plain.length];
    await send(base, made, match.seq + 1, { kind: "move", action });
    await pause(PACE);
  }
}

/** Waits until the page shows the match as the service has it. */
export async function shows(page, match) {
  const moves = match.history.filter(({ kind }) => kind === "move" || kind === "resign").length;
  await page.waitForFunction((wanted) => document.querySelectorAll(".step").length === wanted, moves);
  if (match.finished) await page.locator(".status.over").waitFor();
}
