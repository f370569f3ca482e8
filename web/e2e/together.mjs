/** Several browsers at one match: two play by link, a third watches, and two agents are watched. */

import assert from "node:assert/strict";
import { count, mouse, SELECTORS, status, turnOrEnd } from "./hands.mjs";
import { ask, send, visit } from "./table.mjs";
import { said } from "./words.mjs";

/** A match of two until one resigns. */
async function byLink({ browser, base }) {
  const host = await browser.newPage();
  await mouse.start(host, base, { game: "tic_tac_toe", opponent: "friend" });
  const guest = await browser.newPage();
  await guest.goto(await host.getByLabel(said("invite.link")).inputValue());
  await guest.locator(".board").waitFor();
  await host.locator(".invite").waitFor({ state: "detached" });
  for (const [i, mover] of [host, guest].entries()) {
    await mover.locator(SELECTORS.target).first().waitFor();
    await mover.locator(`[data-cell="${i}"]`).click();
    for (const page of [host, guest]) await count(page, i + 1);
  }
  await guest.getByRole("button", { name: said("actions.resign"), exact: true }).click();
  await guest.getByRole("button", { name: said("actions.resign_yes") }).click();
  await host.locator(SELECTORS.over).waitFor();
  assert.equal(await status(host), said("status.other_resigned", { player: "Your friend" }));
}

/** A spectator sees every move, cannot move, and shares the link of a position. */
async function watcher({ browser, base }) {
  const wish = { game: "tic_tac_toe", preset: "standard", seats: ["person", "person"], spectators: "anyone" };
  const made = await ask(base, "/matches", { body: wish });
  await send(base, made, 1, { kind: "move", action: 4 });
  const page = await browser.newPage({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${base}/#/match/${made.id}`);
  await page.getByText(said("status.waiting", { player: "Player 2" })).waitFor();
  await count(page, 1);
  await send(base, made, 2, { kind: "move", action: 0 });
  await count(page, 2);
  assert.equal(await page.locator(SELECTORS.target).count(), 0);
  assert.equal(await page.getByRole("button", { name: said("actions.resign") }).count(), 0);
  await page.locator('[data-cell="5"]').click();
  await page.getByText("only its players can move").waitFor();

  await send(base, made, 3, { kind: "resign" });
  await page.locator(SELECTORS.over).waitFor();
  await page.getByLabel(said("replay.place")).fill("1");
  await count(page, 1);
  await page.getByRole("button", { name: said("tools.share") }).click();
  await page.getByText(said("tools.copied")).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${base}/#/match/${made.id}/1`);
  await visit(page, base, link.split("#/")[1]);
  await count(page, 1);
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
  by_link: byLink,
  watcher,
  hints_between_people: hintsBetweenPeople,
  two_agents: twoAgents,
};
