/** What a person does with the page: with the mouse, with the keyboard alone, or with a finger. */
import { said } from "./words.mjs";

export const SELECTORS = { target: ".cell.target", over: ".status.over" };

/** Waits until the player can move or the match is over; says whether it is over. */
export async function turnOrEnd(page) {
  await page.waitForSelector(`${SELECTORS.target}, ${SELECTORS.over}`);
  return (await page.locator(SELECTORS.over).count()) > 0;
}

export async function status(page) {
  return (await page.locator(".status").textContent()) ?? "";
}

/** Presses where the rules refuse, and waits until the page says one of their reasons. Gives the code of that. */
export async function refused(page, press) {
  const asked = page.waitForResponse((answer) => answer.url().includes("/why?"));
  const [answer] = await Promise.all([asked, press()]);
  const reasons = (await answer.json()).reasons.map(({ reason }) => reason);
  const told = await page.waitForFunction(
    (messages) => {
      const shown = document.querySelector(".toast-place[aria-live]")?.textContent ?? "";
      return messages.find((message) => shown.includes(message));
    },
    reasons.map(({ message }) => message),
  );
  const message = await told.jsonValue();
  return reasons.find((reason) => reason.message === message).code;
}

/** Changes the language of the page, and waits until it is the reader's turn in it. */
export async function speak(page, language) {
  await page.getByRole("button", { name: language.toUpperCase(), exact: true }).click();
  await page.getByText(said("status.your_turn", {}, language)).waitFor();
}

/** Waits until the board shows so many pieces. */
export function count(page, wanted) {
  return page.waitForFunction((all) => document.querySelectorAll(".piece").length === all, wanted);
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

/** From the start page to the board. Without an opponent the game is played alone, or as its page proposes. */
async function begin(page, base, { game, opponent, preset, seat }, how) {
  await page.goto(`${base}/`);
  await page.locator(`[data-game="${game}"] .options-link`)[how]();
  await page.locator("button[type=submit]").waitFor();
  for (const [name, value] of wishes({ opponent, preset, seat: seat ?? (opponent && "0") })) {
    const input = `input[name="${name}"][value="${value}"]`;
    await page.locator(input).waitFor({ state: "attached" });
    if (await folded(page, input)) await page.locator(".others summary")[how]();
    await page.locator("label.option", { has: page.locator(input) })[how]();
  }
  await page.locator("button[type=submit]")[how]();
  await page.waitForSelector(".board");
}

export const mouse = {
  start: (page, base, wish) => begin(page, base, wish, "click"),

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

/** The middles of the cell that has the focus and of another one, on the screen. */
function middles(page, wanted) {
  return page.evaluate((number) => {
    const middle = (cell) => {
      const { x, y, width, height } = cell.querySelector(".face").getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2, width, height };
    };
    return [middle(document.activeElement), middle(document.querySelector(`.board [data-cell="${number}"]`))];
  }, wanted);
}

/** Walks over the board as the eye does: sideways, then up or down. */
async function walkTo(page, wanted) {
  for (let i = 0; i < 120; i++) {
    const [here, there] = await middles(page, wanted);
    const [right, down] = [there.x - here.x, there.y - here.y];
    if (Math.abs(right) > here.width / 2) await page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
    else if (Math.abs(down) > here.height / 2) await page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
    else return;
  }
  throw new Error(`The arrow keys do not lead to cell ${wanted}.`);
}

/** Tab, or Shift with Tab where it lies behind, to the first of these that can have the focus and has this text. */
async function reach(page, selector, text = "") {
  for (let i = 0; i < 200; i++) {
    const key = await page.evaluate(
      ([wanted, start]) => {
        const fits = (one) => one.matches(wanted) && one.textContent.startsWith(start);
        const here = document.activeElement;
        if (fits(here)) return null;
        const found = [...document.querySelectorAll(wanted)].find((one) => fits(one) && one.tabIndex >= 0);
        const behind = found && here.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING;
        return behind ? "Shift+Tab" : "Tab";
      },
      [selector, text],
    );
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The Tab key does not lead to ${selector} ${text}.`);
}

/** The parts of a choice with the keys. */
export const keys = {
  async row(page, key) {
    await reach(page, ".panel.chooses input[type=radio]:checked");
    await arrowTo(page, key);
  },
  async cell(page, number) {
    await reach(page, ".board .cell");
    await walkTo(page, number);
    await page.keyboard.press("Enter");
  },
  async side(page, { sides, label }) {
    const [[from, to]] = sides;
    await reach(page, ".board .cell");
    await walkTo(page, from);
    const [here, there] = await middles(page, to);
    const across = Math.abs(there.x - here.x) > here.width / 2;
    const toward = across ? (there.x > here.x ? "Right" : "Left") : there.y > here.y ? "Down" : "Up";
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press(`Shift+Arrow${toward}`);
      const heard = await page.locator(".board-place > [aria-live]").textContent();
      if (heard.startsWith(`${label}:`)) return page.keyboard.press("Enter");
    }
    throw new Error(`Shift with an arrow does not lead to ${label}.`);
  },
  async button(page, selector, label) {
    await reach(page, selector, label);
    await page.keyboard.press("Enter");
  },
};

/** The parts of a choice with a mouse (`click`) or a finger (`tap`), which shows what is between cells before it plays it. */
export function pointer(how) {
  return {
    row: (page, key) => page.locator("tr.choosable", { has: page.locator(`[value="${key}"]`) })[how](),
    cell: (page, number) => page.locator(`.board [data-cell="${number}"]`)[how](),
    async side(page, { sides, label }) {
      const { x, y } = await page.evaluate(placeOf, sides);
      const [from, to] = sides[0];
      const gap = page.locator(`.gap[data-cells="${from} ${to}"], .gap[data-cells="${to} ${from}"]`);
      const box = await gap.boundingBox();
      const press = () => gap[how]({ position: { x: x - box.x, y: y - box.y } });
      await press();
      if (how === "click") return;
      await page.locator(".aim", { hasText: label }).waitFor();
      await press();
    },
    button: (page, selector, label) => page.locator(selector, { hasText: label }).first()[how](),
  };
}

/** A place on the first side of a bar, towards the bar's middle. Runs in the page. */
function placeOf(sides) {
  const points = sides.map((cells) => {
    const faces = cells.map((cell) =>
      document.querySelector(`.board [data-cell="${cell}"] .face`).getBoundingClientRect(),
    );
    const mean = (of) => faces.reduce((sum, face) => sum + of(face), 0) / faces.length;
    return { x: mean(({ x, width }) => x + width / 2), y: mean(({ y, height }) => y + height / 2) };
  });
  const [first, last] = [points[0], points.at(-1)];
  return { x: first.x + (last.x - first.x) / 4, y: first.y + (last.y - first.y) / 4 };
}

export const finger = { start: (page, base, wish) => begin(page, base, wish, "tap") };
