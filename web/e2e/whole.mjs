/** Whole matches of any game against an agent: by mouse, by keyboard alone, and by finger on a phone. */
import assert from "node:assert/strict";
import { finger, keyboard, keys, mouse, pointer } from "./hands.mjs";
import { ask, read, shows } from "./table.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1440, height: 900 } };

/** How to start each way, how to act, and which events betray another. */
const WAYS = {
  mouse: { start: mouse.start, act: pointer("click"), screen: DESK, never: [] },
  keyboard: { start: keyboard.start, act: keys, screen: DESK, never: ["mouse", "touch", "pen"] },
  touch: { start: finger.start, act: pointer("tap"), screen: PHONE, never: ["mouse", "pen"] },
};

/** Small variants and weak agents: a match ends within a minute or two. */
export const WISHES = {
  battleship: { preset: "small", opponent: "random" },
  connect_four: { opponent: "random" },
  minesweeper: { preset: "small" },
  quoridor: { preset: "small", opponent: "easy" },
  royal_ur: { preset: "small", opponent: "random" },
  skirmish: { preset: "small", opponent: "random" },
  tic_tac_toe: { opponent: "random" },
};

/** What a person plays: never what takes back, first something between cells, then onwards. */
export function pick(choices, seq) {
  const plain = choices.filter(({ press }) => press !== "secondary");
  const between = plain.filter(({ sides }) => sides.length > 0);
  if (between.length > 0 && seq < 2) return between[Math.floor(between.length / 2)];
  const onwards = plain.filter(({ sides }) => sides.length === 0);
  if (between.length > 0)
    return onwards.reduce((a, b) => (Math.max(...b.cells) > Math.max(...a.cells) ? b : a));
  return onwards[(seq * 7919) % onwards.length];
}

/** Notes every trusted press by what made it. Runs in the page. */
function notePresses() {
  window.pressed = {};
  addEventListener(
    "pointerdown",
    ({ isTrusted, pointerType }) => {
      if (isTrusted) window.pressed[pointerType] = (window.pressed[pointerType] ?? 0) + 1;
    },
    true,
  );
}

/** The way to play one choice on the page; a menu, where one opens, names it. */
export async function play(page, act, choice, moves) {
  const row = page.locator(`.panel.chooses input[type=radio][value="${choice.source}"]`);
  if (choice.source && (await row.count()) > 0) await act.row(page, choice.source);
  if (choice.cells.length > 0) for (const cell of choice.cells) await act.cell(page, cell);
  else if (choice.sides.length > 0) await act.side(page, choice);
  else await act.button(page, ".choices button", choice.label);
  const done = (count) =>
    document.querySelector("dialog[open]") ||
    document.querySelectorAll(".step").length > count ||
    document.querySelector(".status.over");
  await page.waitForFunction(done, moves);
  if ((await page.locator("dialog[open]").count()) > 0)
    await act.button(page, "dialog[open] button", choice.label);
  await page.waitForFunction(
    (count) => document.querySelectorAll(".step").length > count || document.querySelector(".status.over"),
    moves,
  );
}

/** Whether nothing but this way was used so far. */
async function alone(page, way) {
  const pressed = await page.evaluate(() => window.pressed);
  for (const kind of WAYS[way].never) assert.equal(pressed[kind], undefined, `${way} alone, and no ${kind}`);
}

/** One press of a mouse is noticed where there should be none. */
async function planted({ browser, base }) {
  const page = await browser.newPage();
  await page.addInitScript(notePresses);
  await page.goto(`${base}/`);
  await page.keyboard.press("Tab");
  await alone(page, "keyboard");
  await page.mouse.click(5, 5);
  for (const way of ["keyboard", "touch"]) await assert.rejects(alone(page, way), /alone, and no mouse/);
}

async function whole({ browser, base }, game, way) {
  const { start, act, screen } = WAYS[way];
  const page = await browser.newPage(screen);
  await page.addInitScript(notePresses);
  await start(page, base, { game, ...WISHES[game] });
  const id = page.url().split("/").at(-1);
  const token = await page.evaluate(
    (match) => JSON.parse(localStorage.getItem("boardwright.seats")).find((seat) => seat.id === match).token,
    id,
  );
  for (let played = 0; ; ) {
    const match = await read(base, { id, token });
    if (match.finished) break;
    const { to_move, choices } = match.view;
    if (to_move !== match.you || choices.length === 0) {
      await page.waitForTimeout(50);
      continue;
    }
    assert.ok(played < 400, `${game} ends within 400 moves`);
    await shows(page, match);
    await play(page, act, pick(choices, played), match.history.length);
    played += 1;
  }
  await page.locator(".status.over").waitFor();
  const { history } = await ask(base, `/matches/${id}/replay`);
  assert.equal(await page.locator(".step").count(), history.length);
  await alone(page, way);
}

const MATCHES = Object.keys(WISHES).flatMap((game) =>
  Object.keys(WAYS).map((way) => [`whole_${game}_${way}`, (tools) => whole(tools, game, way)]),
);

export const WHOLE = { ...Object.fromEntries(MATCHES), whole_planted: planted };
