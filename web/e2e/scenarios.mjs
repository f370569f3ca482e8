/** What must work from end to end, each as one short story. */

import assert from "node:assert/strict";
import { ACCESSIBLE } from "./accessible.mjs";
import { ANALYSIS } from "./analysis.mjs";
import { arena } from "./arena.mjs";
import { CLICKS } from "./clicks.mjs";
import { fences } from "./fences.mjs";
import { FRENCH_SCREENS } from "./french.mjs";
import { GAMES } from "./games.mjs";
import { keyboard, mouse, pieces, refused, SELECTORS, speak, status, turnOrEnd } from "./hands.mjs";
import { home, INSIGHT, options } from "./home.mjs";
import { learn } from "./learn.mjs";
import { MATCH } from "./match.mjs";
import { MOTION } from "./motion.mjs";
import { PLACE } from "./place.mjs";
import { QUORIDOR } from "./quoridor.mjs";
import { secrets } from "./secrets.mjs";
import { skirmish, skirmishBegins } from "./skirmish.mjs";
import { sit } from "./table.mjs";
import { eightStreams, eightTabs } from "./tabs.mjs";
import { TOGETHER } from "./together.mjs";
import { WHOLE } from "./whole.mjs";
import { RESULTS, said } from "./words.mjs";

async function wholeMatch({ browser, base }, hands, game) {
  const page = await browser.newPage();
  await hands.start(page, base, { game, opponent: "random" });
  while (!(await turnOrEnd(page))) await hands.play(page);
  assert.ok(RESULTS.includes(await status(page)));
  const moves = await page.locator(".step").count();
  assert.equal(moves, await pieces(page));
  const id = page.url().split("/").at(-1);
  const replay = await (await fetch(`${base}/api/v1/matches/${id}/replay`)).json();
  assert.equal(replay.history.length, moves);
}

async function byLink({ browser, base }) {
  const host = await browser.newPage();
  await mouse.start(host, base, { game: "tic_tac_toe", opponent: "friend" });
  assert.equal(await status(host), said("status.your_turn_alone"));
  const link = await host.getByLabel(said("invite.link")).inputValue();
  const guest = await browser.newPage();
  await guest.goto(link);
  await guest.waitForSelector(".board");
  await host.locator(".invite").waitFor({ state: "detached" });

  const cell = (page, number) => page.locator(`[data-cell="${number}"]`);
  for (const [page, number] of [
    [host, 0],
    [guest, 3],
    [host, 1],
    [guest, 4],
    [host, 2],
  ]) {
    await page.locator(SELECTORS.target).first().waitFor();
    await cell(page, number).click();
    await cell(page, number).locator(".piece").waitFor();
  }
  await host.locator(SELECTORS.over).waitFor();
  await guest.locator(SELECTORS.over).waitFor();
  assert.equal(await status(host), said("status.you_win"));
  assert.equal(await status(guest), said("status.you_lose"));
}

/** The link of an invitation that was used: a third person may watch, or is told why not. */
async function third({ browser, base }) {
  const host = await browser.newPage();
  await mouse.start(host, base, { game: "tic_tac_toe", opponent: "friend" });
  const link = await host.getByLabel(said("invite.link")).inputValue();
  const guest = await browser.newPage();
  await guest.goto(link);
  await guest.waitForSelector(".board");

  const watcher = await browser.newPage();
  await watcher.goto(link);
  await watcher.getByText(said("join.taken")).waitFor();
  assert.equal(await watcher.locator(".board").count(), 0);
  await watcher.getByRole("link", { name: said("join.watch") }).click();
  await watcher.getByText(said("status.waiting", { player: "Player 1" })).waitFor();
  await host.locator('[data-cell="4"]').click();
  await watcher.locator('[data-cell="4"] .piece').waitFor();
  await guest.locator('[data-cell="0"]').click();
  await watcher.locator('[data-cell="0"] .piece').waitFor();
  assert.equal(await watcher.locator(SELECTORS.target).count(), 0);

  const wish = {
    game: "tic_tac_toe",
    preset: "standard",
    seats: ["person", "friend"],
    spectators: "invited",
  };
  const post = async (path, body) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${base}/api/v1${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const made = await post("/matches", wish);
  const { invitation } = made.invitations[0];
  await post(`/matches/${made.id}/join`, { invitation });
  await watcher.goto(`${base}/#/join/${made.id}/${invitation}`);
  await watcher.getByText(said("join.taken")).waitFor();
  await watcher.getByText(said("join.closed")).waitFor();
  assert.equal(await watcher.getByRole("link", { name: said("join.watch") }).count(), 0);
  await watcher.goto(`${base}/#/match/${made.id}`);
  await watcher.getByText(said("join.closed")).waitFor();
}

async function betweenPeople({ browser, base }) {
  const host = await browser.newPage();
  await mouse.start(host, base, { game: "connect_four", opponent: "friend", seat: "1" });
  assert.equal(await status(host), said("status.waiting_join"));
  const guest = await browser.newPage();
  await guest.goto(await host.getByLabel(said("invite.link")).inputValue());
  await guest.waitForSelector(SELECTORS.target);
  const watcher = await browser.newPage();
  await watcher.goto(host.url());
  await watcher.getByText(said("status.waiting", { player: "Player 1" })).waitFor();
  await watcher.locator('[data-cell="0"]').click();
  await watcher.getByText("only its players can move").waitFor();
  await host.locator('[data-cell="0"]').click();
  await host.getByText(said("refuse.not_your_turn")).waitFor();

  const shown = (count) =>
    Promise.all(
      [host, guest, watcher].map((page) =>
        page.waitForFunction((wanted) => document.querySelectorAll(".piece").length === wanted, count),
      ),
    );
  await mouse.play(guest);
  await shown(1);
  for (const answer of [said("actions.refuse"), said("actions.agree")]) {
    await guest.getByRole("button", { name: said("actions.undo") }).click();
    await guest.getByText(said("actions.undo_asked")).waitFor();
    await host.getByText(said("actions.undo_other", { player: "Your friend" })).waitFor();
    await host.getByRole("button", { name: answer }).click();
    await guest.getByText(said("actions.undo_asked")).waitFor({ state: "detached" });
    await shown(answer === said("actions.agree") ? 0 : 1);
  }
  await guest.waitForSelector(SELECTORS.target);
}

async function reload({ browser, base }) {
  const page = await browser.newPage();
  await mouse.start(page, base, { game: "connect_four", opponent: "random", seat: "1" });
  await turnOrEnd(page);
  await mouse.play(page);
  await turnOrEnd(page);
  const before = await pieces(page);
  await page.reload();
  await turnOrEnd(page);
  assert.equal(await pieces(page), before);
  await mouse.play(page);
  await page.goto(`${base}/`);
  await page.locator(".your-matches a").first().click();
  await turnOrEnd(page);
  assert.ok((await pieces(page)) > before);
}

async function restart({ browser, base, tell }) {
  const page = await browser.newPage();
  await mouse.start(page, base, { game: "connect_four", opponent: "random" });
  await mouse.play(page);
  await turnOrEnd(page);
  const before = await pieces(page);
  await tell("kill");
  await page.getByText(said("status.reconnecting")).waitFor();
  assert.equal(await pieces(page), before);
  // A move made while nobody listens arrives, once, when the server is back.
  await page.locator(SELECTORS.target).first().click();
  await tell("start");
  await page.getByText(said("status.reconnecting")).waitFor({ state: "detached" });
  await page.waitForFunction((count) => document.querySelectorAll(".piece").length >= count + 2, before);
  await turnOrEnd(page);
  assert.equal(await pieces(page), before + 2);
  while (!(await turnOrEnd(page))) await mouse.play(page);
  assert.ok(RESULTS.includes(await status(page)));
}

async function illegal({ browser, base }) {
  const page = await browser.newPage();
  await mouse.start(page, base, { game: "tic_tac_toe", opponent: "random" });
  await page.locator('[data-cell="4"]').click();
  await page.locator('[data-cell="4"] .piece').waitFor();
  await turnOrEnd(page);
  const before = await pieces(page);
  const again = () => page.locator('[data-cell="4"]').click();
  assert.equal(await refused(page, again), "tic_tac_toe.taken");
  await speak(page, "fr");
  assert.equal(await refused(page, again), "tic_tac_toe.taken");
  assert.equal(await pieces(page), before);
  assert.equal(await page.evaluate(() => document.documentElement.lang), "fr");
  const label = (await page.locator('[data-cell="4"]').getAttribute("aria-label")) ?? "";
  assert.ok(label.includes(said("board.cell", { row: 2, column: 2 }, "fr")), label);
  await page.reload();
  await page.getByText(said("status.your_turn", {}, "fr")).waitFor();
}

async function controls({ browser, base }) {
  const page = await browser.newPage();
  await mouse.start(page, base, { game: "tic_tac_toe", opponent: "random" });
  await mouse.play(page);
  await turnOrEnd(page);
  await page.waitForFunction(() => document.querySelectorAll(".cell.last").length === 1);
  await page.getByRole("button", { name: said("history.first") }).click();
  await page.getByText(said("status.past_start")).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 0);
  await page.locator('[data-cell="0"]').click();
  await page.getByText(said("refuse.past")).waitFor();
  await page.getByRole("button", { name: said("history.live") }).click();
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 2);
  await page.getByRole("button", { name: said("actions.undo") }).click();
  await page.waitForFunction(() => document.querySelectorAll(".piece").length === 0);
  assert.equal(await page.locator(".step.back").count(), 2);
  await page.getByRole("button", { name: said("actions.resign"), exact: true }).click();
  await page.getByRole("button", { name: said("actions.resign_no") }).click();
  await page.getByRole("button", { name: said("actions.resign"), exact: true }).click();
  await page.getByRole("button", { name: said("actions.resign_yes") }).click();
  await page.getByText(said("status.you_resigned", { winner: "random" })).waitFor();
}

/** The same board draws hexes; narrow screens do not scroll sideways. */
async function hexes({ browser, base }) {
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await mouse.start(page, base, { game: "hexes", opponent: "random" });
  const cells = await page.locator(".board.hex .cell").count();
  const corners = (await page.locator(".face").first().getAttribute("points")) ?? "";
  assert.equal(corners.split(" ").length, 6);
  const middle = async (label) => {
    const box = await page.locator(`[aria-label^="${label},"]`).locator(".face").boundingBox();
    return box.y + box.height / 2;
  };
  const [even, odd, below] = [
    await middle("row 2, column 1"),
    await middle("row 2, column 2"),
    await middle("row 3, column 1"),
  ];
  assert.ok(Math.abs(odd - even - (below - even) / 2) < 1, "odd columns lie half a cell lower");
  assert.equal(cells, await page.locator(SELECTORS.target).count());
  await keyboard.play(page);
  while (!(await turnOrEnd(page))) await mouse.play(page);
  assert.ok(RESULTS.includes(await status(page)));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `the page is ${wide} wide on a screen of 360`);
}

/** Two things to do with a cell: a press reveals, the other one flags, and a flag guards its cell. */
async function flags({ browser, base }) {
  const page = await browser.newPage();
  await mouse.start(page, base, { game: "minesweeper" });
  const cell = (number) => page.locator(`[data-cell="${number}"]`);
  await cell(0).click({ button: "right", timeout: 120_000 });
  await page.waitForSelector('[data-cell="0"].mark-flagged');
  await cell(0).click();
  assert.equal(await page.getByRole("dialog").count(), 0, "a press on a flag does nothing");
  await cell(0).focus();
  await page.keyboard.press("Shift+Enter");
  await page.waitForSelector('[data-cell="0"].mark-hidden');
  await page.keyboard.press("Shift+Enter");
  await page.waitForSelector('[data-cell="0"].mark-flagged');
  await cell(27).click();
  await page.waitForSelector('[data-cell="27"].mark-open');
  assert.equal(await page.locator(".cell.last").count(), 1, "only what was pressed is marked");
  // An opening that reaches the flag takes it away.
  const flagged = await page.locator(".mark-flagged").count();
  assert.equal(await page.locator(".counters dd").first().textContent(), String(10 - flagged));
  assert.equal(await page.locator(".mark-hidden .hint:visible").count(), 0);
  while (!(await turnOrEnd(page))) {
    const before = await page.locator(".step").count();
    await page.locator(".mark-hidden.target").last().click();
    await page.waitForFunction((steps) => document.querySelectorAll(".step").length > steps, before);
  }
  assert.ok(RESULTS.includes(await status(page)));
  const before = page.url();
  await page.getByRole("button", { name: said("tools.restart") }).click();
  await page.waitForFunction((url) => location.href !== url, before);
  await page.waitForSelector(SELECTORS.target);
  assert.equal(await page.locator(".mark-open").count(), 0);
}

/** A script that somebody planted in the page does not run, and the scenarios notice it. */
async function policy({ browser, base }) {
  const page = await browser.newPage();
  await page.goto(`${base}/`);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.planted = true";
    document.body.append(script);
  });
  assert.equal(await page.evaluate(() => window.planted), undefined);
  await page.waitForTimeout(500);
  assert.match(String(browser.faults), /Content Security Policy/);
  browser.faults.length = 0;
}

/** Shows a first page and a first agent's move, so that no other story pays for what is done once. */
async function first({ browser, base }) {
  const page = await browser.newPage();
  await page.goto(`${base}/`);
  await page.locator(".board-picture").first().waitFor();
  await sit(page, base, { game: "tic_tac_toe", preset: "standard", seats: ["random", "person"] });
  await page.locator(".piece").waitFor();
}

export const SCENARIOS = {
  first,
  arena,
  tic_tac_toe_mouse: (tools) => wholeMatch(tools, mouse, "tic_tac_toe"),
  tic_tac_toe_keyboard: (tools) => wholeMatch(tools, keyboard, "tic_tac_toe"),
  connect_four_mouse: (tools) => wholeMatch(tools, mouse, "connect_four"),
  connect_four_keyboard: (tools) => wholeMatch(tools, keyboard, "connect_four"),
  flags,
  policy,
  home,
  options,
  ...INSIGHT,
  learn,
  by_link: byLink,
  third,
  between_people: betweenPeople,
  reload,
  restart,
  illegal,
  controls,
  hexes,
  fences,
  ...QUORIDOR,
  secrets,
  skirmish,
  skirmish_begins: skirmishBegins,
  ...MOTION,
  eight_tabs: eightTabs,
  eight_streams: eightStreams,
  ...MATCH,
  ...ANALYSIS,
  ...GAMES,
  ...ACCESSIBLE,
  ...FRENCH_SCREENS,
  ...TOGETHER,
  ...WHOLE,
  ...CLICKS,
  ...PLACE,
};
