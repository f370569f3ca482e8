/**
 * `node pictures.mjs ADDRESS FOLDER [explained]`: every screen for the docs, on a desk and on a phone, in light and dark
 * colours; with `explained` those of the analysis board alone.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBrowser } from "./browser.mjs";
import { advance, ask, read, send, shows, sit, visit } from "./table.mjs";

const [address, folder, only] = process.argv.slice(2);
const base = address.replace(/\/$/, "");
const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
mkdirSync(folder, { recursive: true });

/** Plays moves by their notation, one after the other, each when it can be played. */
async function moves(made, ...texts) {
  for (const text of texts) {
    const { seq, view, finished } = await advance(base, made, () => true);
    if (finished) return;
    const choice = view.choices.find((one) => one.text === text) ?? view.choices[0];
    await send(base, made, seq + 1, { kind: "move", action: choice.action });
  }
}

/** The page with the match as it is, once the reader is to move or all is over. */
async function settled(page, made) {
  await advance(base, made, () => true);
  await shows(page, await read(base, made));
}

async function walk(page, shot) {
  await visit(page, base, "");
  const games = await ask(base, "/games");
  await page
    .locator(".board-picture")
    .nth(games.length - 1)
    .waitFor();
  await shot("home");
  await visit(page, base, "new/quoridor?level=hard");
  await page.locator(".guide").waitFor();
  await page.locator(".game-guide .board-picture").waitFor();
  await shot("game");

  let made = await sit(page, base, { game: "tic_tac_toe", preset: "standard", seats: ["friend", "person"] });
  await page.locator(".invite").waitFor();
  await shot("invitation");

  made = await sit(page, base, { game: "tic_tac_toe", preset: "standard", seats: ["person", "person"] });
  await moves(made, "4", "1", "0", "8", "6", "2", "3");
  await settled(page, made);
  await shot("tic_tac_toe");

  made = await sit(page, base, { game: "minesweeper", preset: "small", seats: ["person"] });
  await page.locator("[data-cell='27']").click();
  await page.locator(".mark-open").first().waitFor();
  await page.locator(".mark-hidden").first().click({ button: "right" });
  await page.locator(".mark-flagged").waitFor();
  await shot("minesweeper");
  await advance(base, made);
  await settled(page, made);
  await shot("minesweeper-over");
  made = await sit(page, base, { game: "minesweeper", preset: "expert", seats: ["person"] });
  await page.locator("[data-cell='200']").click();
  await page.locator(".mark-open").first().waitFor();
  await shot("minesweeper-expert");

  made = await sit(page, base, { game: "quoridor", preset: "standard", seats: ["person", "normal"] });
  await moves(made, "e2", "e3", "e6h", "e4", "c6h");
  await settled(page, made);
  await shot("quoridor");

  made = await sit(page, base, { game: "skirmish", preset: "small", seats: ["person", "random"] });
  await moves(made, "deploy_unit 1-01 6 8");
  await settled(page, made);
  await shot("skirmish-deployment");
  await advance(
    base,
    made,
    ({ view }) => view.choices.some(({ source, cells }) => source && cells.length === 1) && view.ply > 12,
  );
  await settled(page, made);
  await shot("skirmish");
  made = await sit(page, base, { game: "skirmish", preset: "large", seats: ["person", "random"] });
  await settled(page, made);
  await shot("skirmish-large");

  for (const [game, preset, seats, plies] of [
    ["connect_four", "standard", ["person", "easy"], 10],
    ["royal_ur", "standard", ["person", "easy"], 20],
    ["battleship", "standard", ["person", "random"], 30],
  ]) {
    made = await sit(page, base, { game, preset, seats });
    await advance(base, made, ({ seq }) => seq >= plies);
    await settled(page, made);
    await shot(game);
  }
  made = await sit(page, base, { game: "connect_four", preset: "standard", seats: ["person", "random"] });
  await advance(base, made);
  await settled(page, made);
  await shot("ended");
  await visit(page, base, `match/${made.id}/7`);
  await page.locator(".step[aria-current]").waitFor();
  await shot("replay");

  await visit(page, base, "learn/connect_four/24");
  await page.locator(".cell.target").nth(3).click();
  await page.locator(".verdict").waitFor();
  await page.locator(".numbers").waitFor();
  await shot("puzzle");
  await visit(page, base, "learn");
  await page.locator(".game-card .board-picture").nth(3).waitFor();
  await shot("learn");
}

/** A game of Quoridor in which the second player walks back, and later walls the first one in too late. */
const GAME = "e2 e8 e3 e7 e4 e6 e6h c6h d4 e7 d5 e6 c5 d3h b5 f6 b5h f5 a5 f4 a6 f3 b6 f2 b7 g2".split(" ");
/** The first question of an agent may wait for the compiler. */
const PATIENCE = { timeout: 300_000 };

/** A position with what an agent finds in it, and the whole game with its curve and turning points. */
async function explained(page, shot) {
  const made = await sit(page, base, { game: "quoridor", preset: "standard", seats: ["person", "person"] });
  await moves(made, ...GAME);
  const { seq } = await read(base, made);
  await send(base, made, seq + 1, { kind: "resign" });
  await visit(page, base, `analyse/match/${made.id}?at=16`);
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Review it again" }).waitFor(PATIENCE);
  await page.locator(".best button").first().waitFor(PATIENCE);
  await page.locator(".turns").waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await shot("analysis");
  await shot("review", page.locator(".review"));
}

const browser = await openBrowser(base);
for (const [device, options] of Object.entries(DEVICES)) {
  const page = await browser.newPage(options);
  const shot = async (name, part = page) => {
    for (const [colorScheme, ending] of Object.entries({ light: "", dark: "-dark" })) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.waitForTimeout(200);
      await part.screenshot({ path: join(folder, `${name}-${device}${ending}.png`) });
    }
  };
  if (only !== "explained") await walk(page, shot);
  await explained(page, shot);
}
browser.judge();
await browser.close();
