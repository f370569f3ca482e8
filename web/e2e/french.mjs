/** The screens in French: all that is read or heard is said line by line, for the caller to compare with the catalogues. */
import { allScreens, analysisScreens, fewScreens, world } from "./screens.mjs";

const FRENCH = { locale: "fr-FR", viewport: { width: 1440, height: 900 } };

/** Texts and where they stand. What is folded away is unfolded first. Runs in the page. */
function readAll() {
  const found = [];
  const add = (kind, text, element) => {
    const said = (text ?? "").replace(/\s+/g, " ").trim();
    if (said) found.push([element?.closest(".guide") ? "guide" : kind, said]);
  };
  for (const folded of document.querySelectorAll("details:not([open])")) folded.open = true;
  add("title", document.title);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (
      !parentElement.closest("script, noscript") &&
      parentElement.checkVisibility({ opacityProperty: true })
    )
      add("text", node.data, parentElement);
  }
  for (const name of [
    "aria-label",
    "title",
    "placeholder",
    "alt",
    "aria-description",
    "aria-roledescription",
  ])
    for (const element of document.querySelectorAll(`[${name}]`))
      add(name, element.getAttribute(name), element);
  return found;
}

async function tellAll(tools, walk, plant = null) {
  const walked = await world(tools, FRENCH);
  const told = new Set();
  await walk(walked, async (screen) => {
    if (plant) await walked.page.evaluate(plant);
    for (const [kind, text] of await walked.page.evaluate(readAll)) {
      const known = `${kind} ${text}`;
      if (told.has(known)) continue;
      told.add(known);
      console.log(JSON.stringify({ screen, kind, text }));
    }
  });
}

/** One word that was left in English. Runs in the page. */
function leaveEnglish() {
  document.querySelector("button").setAttribute("title", "Start");
}

export const FRENCH_SCREENS = {
  french: (tools) => tellAll(tools, fewScreens),
  french_analysis: (tools) => tellAll(tools, analysisScreens),
  french_everywhere: (tools) => tellAll(tools, allScreens),
  french_planted: (tools) => tellAll(tools, fewScreens, leaveEnglish),
};
