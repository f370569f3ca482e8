/** Several browsers at one match: two play by link while a third watches, and two agents are watched. */

import assert from "node:assert/strict";
import { mouse, SELECTORS, status, turnOrEnd } from "./hands.mjs";
import { said } from "./words.mjs";

/** Where the stones fall: the first player has four in column 0 then. */
const COLUMNS = [0, 1, 0, 1, 0, 1, 0];

/** A match of two to its end; the third browser came by the link to watch, and can do nothing else. */
async function threeBrowsers({ browser, base }) {
  const host = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
  await mouse.start(host, base, { game: "connect_four", opponent: "friend" });
  const guest = await browser.newPage();
  await guest.goto(await host.getByLabel(said("invite.link")).inputValue());
  await guest.locator(".board").waitFor();
  await host.locator(".invite").waitFor({ state: "detached" });
  await host.getByRole("button", { name: said("tools.share") }).click();
  await host.getByText(said("tools.copied")).waitFor();
  const third = await browser.newPage();
  await third.goto(await host.evaluate(() => navigator.clipboard.readText()));
  await third.getByText(said("status.waiting", { player: "Player 1" })).waitFor();
  assert.equal(await third.locator(SELECTORS.target).count(), 0);
  assert.equal(await third.getByRole("button", { name: said("actions.resign") }).count(), 0);

  const shown = (count) =>
    Promise.all(
      [host, guest, third].map((page) =>
        page.waitForFunction((wanted) => document.querySelectorAll(".piece").length === wanted, count),
      ),
    );
  for (const [i, column] of COLUMNS.entries()) {
    const mover = [host, guest][i % 2];
    await mover.locator(SELECTORS.target).first().waitFor();
    await mover.locator(`[data-cell="${column}"]`).click();
    await shown(i + 1);
    if (i === 2) {
      await third.locator('[data-cell="5"]').click();
      await third.getByText("only its players can move").waitFor();
    }
  }
  for (const page of [host, guest, third]) await page.locator(SELECTORS.over).waitFor();
  assert.equal(await status(host), said("status.you_win"));
  assert.equal(await status(guest), said("status.you_lose"));
  assert.equal(await status(third), said("status.wins", { player: "Player 1" }));
}

/** Friends whose match was made with help: who joins is told so, both may ask, and who watches may not. */
async function hintsBetweenPeople({ browser, base }) {
  const host = await browser.newPage();
  await host.goto(`${base}/#/new/tic_tac_toe?mode=friend`);
  await host.getByRole("checkbox", { name: said("new.help") }).check();
  assert.match(host.url(), /help=yes/);
  await host.locator("button[type=submit]").click();
  const link = await host.getByLabel(said("invite.link")).inputValue();
  const guest = await browser.newPage();
  await guest.goto(link);
  const told = said("hint.allowed");
  await guest.getByText(told).waitFor();
  const third = await browser.newPage();
  await third.goto(host.url());
  await third.getByText(said("status.waiting", { player: "Player 1" })).waitFor();
  assert.equal(await third.getByRole("button", { name: said("hint.ask") }).count(), 0);
  for (const [page, cell] of [
    [host, 4],
    [guest, 0],
  ]) {
    await page.locator(SELECTORS.target).first().waitFor();
    await page.getByRole("button", { name: said("hint.ask") }).click();
    await page.getByText(/ advises: /).waitFor();
    await page.locator(`[data-cell="${cell}"]`).click();
  }
}

/** Two agents play; the page that started them sees every move, and so does who opens its address later. */
async function twoAgents({ browser, base }) {
  const page = await browser.newPage();
  await page.goto(`${base}/#/new/connect_four?mode=watch&level=random,easy`);
  await page.locator("button[type=submit]").click();
  await page.locator(".board").waitFor();
  const other = await browser.newPage();
  await other.goto(page.url());
  for (const one of [page, other]) {
    assert.ok(await turnOrEnd(one), "nobody is asked to move");
    assert.match(await status(one), /^(.* wins|It is a draw)$/);
  }
  const moves = await page.locator(".step").count();
  assert.ok(moves >= 7);
  assert.equal(await other.locator(".step").count(), moves);
  assert.equal(await page.locator(".piece").count(), moves);
}

export const TOGETHER = {
  three_browsers: threeBrowsers,
  hints_between_people: hintsBetweenPeople,
  two_agents: twoAgents,
};
