/** No board changes its place: noted at every change of the page, over forty moves and the end, on three screens. */
import assert from "node:assert/strict";
import { count, pointer, SELECTORS } from "./hands.mjs";
import { ask, read, send, shows, sit, take } from "./table.mjs";
import { pick, play } from "./whole.mjs";
import { said } from "./words.mjs";

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const GAMES = [
  "battleship",
  "connect_four",
  "minesweeper",
  "quoridor",
  "royal_ur",
  "skirmish",
  "tic_tac_toe",
];
const MOVES = 40;

/** Notes where the board is after every change of the page, and how far that is from its first place. Runs in the page. */
function watchPlace() {
  window.place = { first: null, jumps: 0, most: 0, clipped: [], last: null };
  const note = () => {
    const board = document.querySelector(".board");
    if (!board) return;
    const { x, y, width, height } = board.getBoundingClientRect();
    const here = [x + scrollX, y + scrollY, width, height].map((one) => Math.round(one * 100) / 100);
    const known = window.place;
    known.first ??= here;
    known.last ??= here;
    if (here.some((one, i) => one !== known.last[i])) known.jumps += 1;
    known.last = here;
    known.most = Math.max(known.most, ...here.map((one, i) => Math.abs(one - known.first[i])));
    const line = document.querySelector(".status");
    if (line && line.scrollHeight > line.clientHeight + 1) known.clipped.push(line.textContent);
  };
  new MutationObserver(note).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
}

/** What a person plays here: on Minesweeper flags first, which lose nothing, and then no cell that a flag guards. */
function wanted({ game, view: { choices } }, played) {
  if (game !== "minesweeper") return pick(choices, played);
  const press = played < MOVES - 6 ? "secondary" : "primary";
  const fitting = choices.filter((choice) => choice.press === press);
  return fitting[(played * 7) % fitting.length];
}

async function act(page, match, choice) {
  const moves = match.history.length;
  if (choice.press !== "secondary") return play(page, pointer("click"), choice, moves);
  await page.locator(`.board [data-cell="${choice.cells[0]}"]`).click({ button: "right" });
  await page.waitForFunction((count) => document.querySelectorAll(".step").length > count, moves);
}

/** Plays so many moves of a match and then its end, a move on each page of the players in turn. Gives the moves that were played. */
async function playOn(players, pages, base, made, limit) {
  for (let played = 0; ; ) {
    const match = await read(base, made);
    if (match.finished) {
      await Promise.all(pages.map((page) => shows(page, match)));
      return played;
    }
    const { to_move, choices } = match.view;
    if (to_move !== match.you || choices.length === 0) {
      await pages[0].waitForTimeout(50);
      continue;
    }
    if (played === limit && match.seats.length === 1) return played;
    if (played === limit) {
      await send(base, made, match.seq + 1, { kind: "resign" });
      continue;
    }
    await Promise.all(pages.map((page) => shows(page, match)));
    await act(players[played % players.length], match, wanted(match, played));
    played += 1;
  }
}

/** Opens a page on each screen that notes the board's place; in French they only follow what is played in English. */
async function open(browser, screens, language) {
  const pages = await Promise.all(screens.map((viewport) => browser.newPage({ viewport, locale: language })));
  for (const page of pages) await page.addInitScript(watchPlace);
  return pages;
}

/** Says how far the board went on each page, and what headline did not fit. Gives what is wrong. */
async function judge(pages, game) {
  const faults = [];
  for (const page of pages) {
    const { width, height } = page.viewportSize();
    const seen = await page.evaluate(() => ({ ...window.place, language: document.documentElement.lang }));
    const { jumps, most, language } = seen;
    const clipped = [...new Set(seen.clipped)];
    console.log(JSON.stringify({ game, language, screen: `${width}x${height}`, jumps, most, clipped }));
    if (jumps > 0 || clipped.length > 0)
      faults.push({ language, screen: `${width}x${height}`, jumps, most, clipped });
  }
  return faults;
}

/** Matches of a game until so many moves were played, the clicks on one screen after the other. */
async function stays({ browser, base }, game, moves = MOVES, screens = SCREENS, french = screens) {
  const players = await open(browser, screens, "en-GB");
  const pages = [...players, ...(await open(browser, french, "fr-FR"))];
  const found = (await ask(base, "/games")).find(({ name }) => name === game);
  const seats = found.players === 1 ? ["person"] : ["person", "random"];
  const faults = [];
  for (let played = 0; played < moves; ) {
    const made = await sit(pages[0], base, { game, seats });
    for (const page of pages.slice(1)) await take(page, base, made);
    played += await playOn(players, pages, base, made, moves - played);
    faults.push(...(await judge(pages, game)));
  }
  assert.deepEqual(faults, []);
}

/** What a page says of a connection that is lost, of a move that is not sent, and of the end moves nothing. */
async function banners({ browser, base, tell }) {
  const pages = await open(browser, SCREENS.slice(1), "fr-FR");
  const made = await sit(pages[0], base, {
    game: "tic_tac_toe",
    preset: "standard",
    seats: ["person", "person"],
  });
  await take(pages[1], base, made);
  await tell("kill");
  const lost = (page) => page.getByText(said("status.reconnecting", {}, "fr"));
  await Promise.all(pages.map((page) => lost(page).waitFor()));
  await pages[0].locator(SELECTORS.target).first().click();
  await pages[0].getByText(said("status.unsent", {}, "fr")).waitFor();
  await tell("start");
  await Promise.all(pages.map((page) => lost(page).waitFor({ state: "detached" })));
  await Promise.all(pages.map((page) => count(page, 1)));
  await send(base, made, 2, { kind: "resign" });
  const last = await read(base, made);
  await Promise.all(pages.map((page) => shows(page, last)));
  assert.deepEqual(await judge(pages, "tic_tac_toe"), []);
}

const ALL = GAMES.map((game) => [`place_${game}`, (tools) => stays(tools, game)]);

export const PLACE = {
  ...Object.fromEntries(ALL),
  place_brief: (tools) => stays(tools, "royal_ur", 6, SCREENS.slice(2), []),
  place_banners: banners,
};
