/** What a person does with the page: once with the mouse, once with the keyboard alone. */

export const SELECTORS = { target: ".cell.target", over: ".status.over" };

/** Waits until the player can move or the match is over; says whether it is over. */
export async function turnOrEnd(page) {
  await page.waitForSelector(`${SELECTORS.target}, ${SELECTORS.over}`);
  return (await page.locator(SELECTORS.over).count()) > 0;
}

export async function status(page) {
  return (await page.locator(".status").textContent()) ?? "";
}

export async function pieces(page) {
  return page.locator(".board .piece").count();
}

/** What is to be chosen on the page of a game, in the order of the form. An opponent is an agent or a friend. */
function wishes({ opponent, preset, seat }) {
  const mode = opponent === undefined ? {} : { mode: opponent === "friend" ? "friend" : "agent" };
  const agent = opponent === undefined || opponent === "friend" ? {} : { opponent };
  return Object.entries({ ...mode, ...agent, ...(preset && { preset }), ...(seat && { seat }) });
}

/** Whether an option is among those that are folded away. */
function folded(page, input) {
  return page.locator(input).evaluate((found) => found.closest("details")?.open === false);
}

export const mouse = {
  /** From the start page to the board. Without an opponent the game is played alone, or as its page proposes. */
  async start(page, base, { game, opponent, preset, seat }) {
    await page.goto(`${base}/`);
    await page.locator(`[data-game="${game}"] .options-link`).click();
    await page.locator("button[type=submit]").waitFor();
    for (const [name, value] of wishes({ opponent, preset, seat: seat ?? (opponent && "0") })) {
      const input = `input[name="${name}"][value="${value}"]`;
      await page.locator(input).waitFor({ state: "attached" });
      if (await folded(page, input)) await page.locator(".others summary").click();
      await page.locator(input).check();
    }
    await page.locator("button[type=submit]").click();
    await page.waitForSelector(".board");
  },

  async play(page) {
    const before = await pieces(page);
    const targets = page.locator(SELECTORS.target);
    await targets.nth(Math.floor((await targets.count()) / 2)).click();
    await grown(page, before);
  },
};

export const keyboard = {
  async start(page, base, { game, opponent, preset, seat }) {
    await page.goto(`${base}/`);
    await page.waitForSelector(`[data-game="${game}"]`);
    await tabTo(page, `[data-game="${game}"] .options-link`);
    await page.keyboard.press("Enter");
    await page.waitForSelector("button[type=submit]");
    for (const [name, value] of wishes({ opponent, preset, seat: seat ?? (opponent && "0") })) {
      const input = `input[name="${name}"][value="${value}"]`;
      await page.locator(input).waitFor({ state: "attached" });
      if (await folded(page, input)) {
        await tabTo(page, ".others summary");
        await page.keyboard.press("Enter");
        await tabTo(page, `input[name="${name}"]`, "Shift+Tab");
      }
      await tabTo(page, `input[name="${name}"]`);
      await arrowTo(page, value);
    }
    await tabTo(page, "button[type=submit]");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".board");
  },

  async play(page) {
    const before = await pieces(page);
    const targets = page.locator(SELECTORS.target);
    const wanted = await targets.nth(Math.floor((await targets.count()) / 2)).getAttribute("data-cell");
    await tabTo(page, ".board .cell");
    await walkTo(page, wanted);
    await page.keyboard.press("Enter");
    await grown(page, before);
  },
};

async function grown(page, before) {
  await page.waitForFunction(
    (count) =>
      document.querySelectorAll(".board .piece").length > count || document.querySelector(".status.over"),
    before,
  );
}

function focused(page, selector) {
  return page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
}

async function tabTo(page, selector, key = "Tab") {
  for (let i = 0; i < 60; i++) {
    if (await focused(page, selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not lead to ${selector}.`);
}

async function arrowTo(page, value) {
  for (let i = 0; i < 20; i++) {
    if (await focused(page, `[value="${value}"]`)) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`The arrow keys do not lead to ${value}.`);
}

/** Walks over the board by what is heard: the row and the column in each cell's label. */
async function walkTo(page, wanted) {
  const place = (cell) =>
    page.evaluate((number) => {
      const heard =
        number === null ? document.activeElement : document.querySelector(`[data-cell="${number}"]`);
      return (heard?.getAttribute("aria-label") ?? "").match(/\d+/g)?.slice(0, 2).map(Number) ?? [];
    }, cell);
  const [row, column] = await place(wanted);
  for (let i = 0; i < 60; i++) {
    const [atRow, atColumn] = await place(null);
    if (atRow === row && atColumn === column) return;
    if (atColumn !== column) await page.keyboard.press(atColumn < column ? "ArrowRight" : "ArrowLeft");
    else await page.keyboard.press(atRow < row ? "ArrowDown" : "ArrowUp");
  }
  throw new Error(`The arrow keys do not lead to row ${row}, column ${column}.`);
}
