/** Every screen of the page, one after the other: for proofs that hold everywhere. Knows no language. */
import { lostMatch } from "./analysis.mjs";
import { advance, ask, read, send, shows, sit, visit } from "./table.mjs";

/** The smallest variant of a game is enough to see its screens. */
const SMALL = {
  battleship: "small",
  minesweeper: "small",
  quoridor: "small",
  royal_ur: "small",
  skirmish: "small",
};

/** One seat after the other by one person. */
function seats({ players }) {
  return Array.from({ length: players }, () => "person");
}

async function home({ page, base, games }) {
  await visit(page, base, "");
  await page
    .locator(".board-picture")
    .nth(games.length - 1)
    .waitFor();
}

async function gamePage(page, base, address) {
  await visit(page, base, `new/${address}`);
  await page.locator(".guide, .game-guide > .muted").waitFor();
  await page.locator(".game-guide .board-picture").waitFor();
}

/** A match of a game: each of its phases, its end, and an earlier position. */
async function match(game, world, look) {
  const { page, base } = world;
  const made = await sit(page, base, {
    game: game.name,
    preset: SMALL[game.name] ?? game.preset,
    seats: seats(game),
  });
  const seen = new Set();
  for (;;) {
    const now = await advance(base, made, ({ view }) => !seen.has(view.phase));
    await shows(page, now);
    if (now.finished) break;
    seen.add(now.view.phase);
    await look(`match ${game.name} ${now.view.phase}`);
    // On from the first position of the phase, so that a move and what it brought are seen in it, too.
    const later = await advance(base, made, ({ seq }) => seq > now.seq + 1);
    await shows(page, later);
    if (!later.finished) await look(`match ${game.name} ${later.view.phase}, later`);
  }
  await look(`ended ${game.name}`);
  await visit(page, base, `match/${made.id}/2`);
  await page.locator(".board").waitFor();
  await look(`replay ${game.name}`);
}

/** A cell that is marked refuses; then the question whether to resign, and the end by it. */
async function refusal({ page, base }, look) {
  await sit(page, base, { game: "tic_tac_toe", preset: "standard", seats: ["person", "random"] });
  await page.locator('[data-cell="4"]').click();
  await page.locator(".step").nth(1).waitFor();
  await page.locator('[data-cell="4"]').click();
  await page.locator(".toast").waitFor();
  await look("refusal");
  await page.locator(".toast button").click();
  await page.locator(".controls .row button").last().click();
  await page.locator("[role=alertdialog]").waitFor();
  await look("question");
  await page.locator("[role=alertdialog] .danger").click();
  await page.locator(".status.over").waitFor();
  await look("resigned");
  await visit(page, base, "");
  await page.locator(".your-matches .state:not(:empty), .your-head button").first().waitFor();
  await page.locator(".your-head button").click();
  await page.locator(".your-matches .state:not(:empty)").waitFor();
  await look("home matches");
}

/** An invitation, then a friend who asks to take a move back, then the page that asks. */
async function friends({ page, base }, look) {
  const wish = { game: "tic_tac_toe", preset: "standard", clock: { seconds: 300, increment: 3 } };
  const made = await sit(page, base, { ...wish, seats: ["friend", "person"] });
  await page.locator(".invite").waitFor();
  await look("invitation");
  const [{ invitation }] = made.invitations;
  const { token } = await ask(base, `/matches/${made.id}/join`, { body: { invitation } });
  const friend = { id: made.id, token };
  await send(base, friend, 1, { kind: "move", action: 4 });
  await send(base, friend, 2, { kind: "undo_request" });
  await page.locator(".request").waitFor();
  await look("asked to take back");
  await send(base, made, 3, { kind: "undo_answer", agree: false });
  await send(base, made, 4, { kind: "move", action: 0 });
  await send(base, made, 5, { kind: "undo_request" });
  await page.locator(".controls .muted").waitFor();
  await look("asks to take back");

  // The same invitation for somebody else, and one that never was.
  await page.evaluate(() => localStorage.removeItem("boardwright.seats"));
  for (const secret of [invitation, "never"]) {
    await visit(page, base, `join/${made.id}/${secret}`);
    await page.locator(".problem, .board").waitFor();
    await look(`join ${secret === "never" ? secret : "again"}`);
  }
  await visit(page, base, `match/${made.id}`);
  await page.locator(".board").waitFor();
  await look("watching");
}

/** A board that is hidden from those who watch. */
async function hidden({ page, base }, look) {
  const made = await sit(page, base, { game: "battleship", preset: "small", seats: ["person", "person"] });
  await page.evaluate(() => localStorage.removeItem("boardwright.seats"));
  await visit(page, base, `match/${made.id}`);
  await page.locator(".stage .card").waitFor();
  await look("hidden");
}

/** A wall that the keys aim at, and one that cannot stand. */
async function aim({ page, base }, look) {
  await sit(page, base, { game: "quoridor", preset: "small", seats: ["person", "person"] });
  await page.locator('[data-cell="6"]').focus();
  await page.keyboard.press("Shift+ArrowUp");
  await page.locator(".bar.preview").waitFor({ state: "attached" });
  await look("aim");
  await page.keyboard.press("Enter");
  await page.locator(".step").waitFor();
  await page.locator('[data-cell="6"]').focus();
  await page.keyboard.press("Shift+ArrowUp");
  await look("aim at nothing");
}

/** A flag, and a press on it. */
async function flag({ page, base }, look) {
  await sit(page, base, { game: "minesweeper", preset: "small", seats: ["person"] });
  await page.locator('[data-cell="0"]').click({ button: "right" });
  await page.locator(".mark-flagged").waitFor();
  await look("flag");
}

/** A move that nobody answers. */
async function unsent({ page, base }, look) {
  await sit(page, base, { game: "tic_tac_toe", preset: "standard", seats: ["person", "person"] });
  await page.context().setOffline(true);
  await page.locator('[data-cell="4"]').click();
  await page.locator(".status-line button").first().waitFor();
  await look("unsent");
  await page.context().setOffline(false);
  await page.locator(".step").waitFor();
}

/** The list of puzzles, one of each game, and an answer to it. */
async function puzzles({ page, base, games }, look) {
  await visit(page, base, "learn");
  await page.locator(".game-card .board-picture").first().waitFor();
  await look("learn");
  for (const { name, puzzles } of games) {
    if (puzzles === 0) continue;
    await visit(page, base, `learn/${name}/1`);
    await page.locator(".numbers").waitFor();
    await look(`puzzle ${name}`);
    await page.locator(".cell.target").last().click();
    await page.locator(".verdict").waitFor();
    await look(`verdict ${name}`);
  }
  await visit(page, base, "learn");
  await page.locator(".score").waitFor();
  await look("score");
}

async function nowhere({ page, base }, look) {
  await visit(page, base, "nowhere");
  await page.locator(".problem").waitFor();
  await look("nowhere");
}

/** A hint, a position of each game that Boardwright comes with, and a match that is reviewed. */
export async function analysisScreens({ page, base, games }, look) {
  const patience = { timeout: 150_000 };
  await sit(page, base, { game: "quoridor", preset: "small", seats: ["person", "person"] });
  await page.locator(".status-end button").click();
  await page.locator(".hint-words p").nth(1).waitFor(patience);
  await look("hint");
  for (const { name, preset } of games.filter(({ shipped }) => shipped)) {
    await visit(page, base, `analyse/${name}/${SMALL[name] ?? preset}`);
    await page.locator(".findings .best").waitFor(patience);
    await page.locator("button.second").click();
    await page.locator(".findings").nth(1).waitFor();
    await look(`analyse ${name}`);
  }
  const { id } = await lostMatch(page, base);
  await look("match that can be analysed");
  await visit(page, base, `analyse/match/${id}?at=4&moves=6`);
  await page.locator(".review button").click();
  await page.locator(".turn-point").waitFor(patience);
  await page.locator(".findings .best").waitFor(patience);
  await look("review");
  const running = await sit(page, base, {
    game: "tic_tac_toe",
    preset: "standard",
    seats: ["person", "person"],
  });
  await visit(page, base, `analyse/match/${running.id}`);
  await page.locator(".problem").waitFor();
  await look("analyse a match that runs");
}

/** Home. */
export async function homeScreen(world, look) {
  await home(world);
  await look("home");
}

/** One match. */
export async function matchScreen(world, look) {
  const made = await sit(world.page, world.base, {
    game: "tic_tac_toe",
    preset: "standard",
    seats: ["person", "person"],
  });
  await send(world.base, made, 1, { kind: "move", action: 4 });
  await shows(world.page, await read(world.base, made));
  await look("match");
}

/** Home and one match. */
export async function fewScreens(world, look) {
  await homeScreen(world, look);
  await matchScreen(world, look);
}

export async function allScreens(world, look) {
  const { page, base, games } = world;
  await home(world);
  await look("home");
  for (const { name } of games) {
    await gamePage(page, base, name);
    await look(`new ${name}`);
  }
  for (const options of ["mode=friend&clock=7%2B3", "mode=watch", "mode=both"]) {
    await gamePage(page, base, `quoridor?${options}`);
    await look(`new quoridor ${options}`);
  }
  for (const game of games) await match(game, world, look);
  for (const story of [refusal, friends, hidden, aim, flag, puzzles, unsent, nowhere, analysisScreens])
    await story(world, look);
}

/** A page of its own for a walk over the screens, and the games that are offered. */
export async function world({ browser, base }, options) {
  return { base, page: await browser.newPage(options), games: await ask(base, "/games") };
}
