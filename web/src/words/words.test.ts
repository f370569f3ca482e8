import { describe, expect, it } from "vitest";
import { CATALOGUES, sayIfKnown, speaker } from "./say";

const parameters = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe("words", () => {
  it("has the same keys in both languages", () => {
    expect(Object.keys(CATALOGUES.fr)).toEqual(Object.keys(CATALOGUES.en));
  });

  it.each(Object.entries(CATALOGUES.en))("%s has the same parameters in both", (key, sentence) => {
    const french = CATALOGUES.fr[key as keyof typeof CATALOGUES.fr];
    expect(parameters(french)).toEqual(parameters(sentence));
    expect(french).not.toBe("");
  });

  it("puts the values in", () => {
    expect(speaker("en")("status.wins", { player: "random" })).toBe("random wins");
    expect(speaker("fr")("status.wins", { player: "random" })).toBe("random gagne");
  });

  it("does not invent a sentence", () => {
    expect(sayIfKnown(speaker("en"), "board.mark_stranger")).toBeNull();
    expect(sayIfKnown(speaker("en"), "board.mark_wall")).toBe("wall");
  });
});
