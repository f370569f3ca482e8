import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Board, Choice } from "../api/types";
import type { Drawn } from "./Drawings";
import { PlayBoard } from "./PlayBoard";
import { boardOf, choice } from "./samples.test-env";

function show(board: Board, drawn: Drawn, choices: Choice[] = []) {
  const nothing = () => {};
  const { container } = render(
    <PlayBoard
      position={0}
      board={board}
      choices={choices}
      title="Board"
      last={[]}
      pending={null}
      owner={String}
      onPlay={nothing}
      onRefused={nothing}
      drawn={drawn}
    />,
  );
  return (selector: string) => [...container.querySelectorAll(selector)];
}

it.each(["square", "hex"] as const)("frames the cells of a move on a %s board, and says so", (kind) => {
  const find = show(boardOf(kind, 3, 3), { move: { action: 1, cells: [0, 4], sides: [] } });
  expect(find(".bracket.line")).toHaveLength(2);
  expect(find(".bracket.line")[0]?.getAttribute("pathLength")).toBe(kind === "hex" ? "60" : "40");
  expect(find(".arrow.line")).toHaveLength(1);
  expect(screen.getByRole("button", { name: /row 2, column 2.*the advised move/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /row 3, column 3.*the advised move/ })).toBeNull();
});

it("draws a wall that is advised", () => {
  const sides: [number, number][] = [
    [0, 3],
    [1, 4],
  ];
  const find = show(boardOf("square", 3, 3, { gaps: true }), { move: { action: 1, cells: [], sides } });
  expect(find(".advised .bar-line")).toHaveLength(1);
  expect(find(".advised .bracket")).toHaveLength(0);
});

it("marks the button of a move without a cell", () => {
  show(boardOf("square", 3, 3), { move: { action: 7, cells: [], sides: [] } }, [choice(7, [], "Throw")]);
  expect(screen.getByRole("button", { name: /Throw.*the advised move/ }).className).toBe("advised-choice");
});

it("draws ways and numbers", () => {
  const title = { code: "x", params: {}, message: "x" };
  const find = show(boardOf("square", 3, 3), {
    routes: [
      { player: 0, cells: [0, 1, 2], title },
      { player: 1, cells: [8, 7], title },
    ],
    overlay: { title, cells: [3, 4], texts: ["12%", "-1"], strengths: [0.12, -1], signed: true, good: false },
  });
  expect(find(".way-line").map((line) => line.getAttribute("d")?.split("L").length)).toEqual([3, 2]);
  expect(find(".number text").map((text) => text.textContent)).toEqual(["12%", "-1"]);
  expect(find(".number.below")).toHaveLength(1);
});
