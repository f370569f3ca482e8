import { QueryClientProvider } from "@tanstack/react-query";
import { act, configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { type Moves, Refused } from "../api/client";
import { newQueryClient } from "../api/queries";
import type { Analysis, Answered, HistoryEntry, Match } from "../api/types";
import { analysisOf, boardOf, choice, matchOf, viewOf } from "../board/samples.test-env";
import { parseRoute, useRoute } from "../route";
import { said } from "../words/said.test-env";
import { AnalyseMatch, AnalysePage } from "./AnalysePage";
import { BoardsPage } from "./BoardsPage";
import { readPlace } from "./place";

interface Question {
  at?: number;
  moves: Moves;
  agent: string | null;
  best: number;
}

const asked: Question[] = [];
let finished: Match;
let answerOf: (question: Question) => Analysis | null | Error | Promise<Analysis>;

const entry = (seq: number): HistoryEntry => ({
  seq,
  kind: "move",
  actor: (seq - 1) % 2,
  ply: seq,
  text: `${seq - 1}`,
  label: `Cell ${seq - 1}`,
  semantic: null,
});

/** A position of a toy: cells are taken in turn, and four moves end it. */
async function answered(question: Question): Promise<Answered> {
  asked.push(question);
  const ply = (question.at ?? 0) + question.moves.length;
  const over = ply >= 4;
  const cells = Array.from({ length: 9 }, (_, i) => i).slice(ply);
  const view = viewOf(boardOf("square", 3, 3), {
    to_move: over ? null : ply % 2,
    ply,
    choices: over ? [] : cells.map((cell) => choice(cell, [cell], `${cell}`)),
  });
  const history = Array.from({ length: ply }, (_, i) => entry(i + 1));
  const match = matchOf({ id: "study", view, history, finished: over, seq: ply });
  const analysis = over || question.best === 0 ? null : await answerOf(question);
  if (analysis instanceof Error) throw analysis;
  // A die of two faces is thrown with every move.
  const outcomes =
    question.moves.length === 0
      ? []
      : [0, 1].map((draw) => ({
          draw,
          message: `Threw ${draw + 1}.`,
          given: draw === (question.moves.at(-1)?.[1] ?? 0),
        }));
  return { analysis, preparing: null, match, outcomes };
}

vi.mock("../api/client", async (actual) => ({
  ...(await actual<typeof import("../api/client")>()),
  readMatch: async () => finished,
  listGames: async () => [
    {
      name: "toy",
      title: "Toy",
      preset: "standard",
      presets: [
        { name: "standard", title: "Standard" },
        { name: "large", title: "Large" },
      ],
      agents: [
        { name: "hard", title: "Hard", about: null, level: true, rating: null },
        { name: "easy", title: "Easy", about: null, level: true, rating: null },
      ],
    },
  ],
  askMatch: (_: unknown, _id: string, question: Question) => answered(question),
  askPosition: (_: unknown, question: Question) => answered(question),
}));

// The question waits for a moment, and a busy machine for more.
configure({ asyncUtilTimeout: 5000 });

beforeEach(() => {
  asked.length = 0;
  answerOf = ({ at = 0, moves, agent }) =>
    analysisOf({ player: (at + moves.length) % 2, title: agent ?? "Adviser" });
  finished = matchOf({
    may_ask: true,
    finished: true,
    seq: 4,
    history: [1, 2, 3, 4].map(entry),
    result: { returns: [-1, 1], resigned: null, timeout: null, truncated: false, abandoned: false },
  });
});

function Page() {
  const route = useRoute();
  if (route.page !== "analyse") return null;
  const place = readPlace(route.subject, route.query);
  return "match" in route.subject ? (
    <AnalyseMatch id={route.subject.match} place={place} />
  ) : (
    <AnalysePage place={place} />
  );
}

async function show(address: string) {
  expect(parseRoute(address).page).toBe("analyse");
  history.replaceState(null, "", address);
  const { container } = render(
    <QueryClientProvider client={newQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(container.querySelector(".board, .problem")).toBeTruthy());
  return { user: userEvent.setup(), find: (selector: string) => container.querySelectorAll(selector) };
}

it("has a board for every variant of every game, without a match", async () => {
  render(
    <QueryClientProvider client={newQueryClient()}>
      <BoardsPage />
    </QueryClientProvider>,
  );
  const toy = await screen.findByRole("link", { name: "Toy" });
  expect(toy.getAttribute("href")).toBe("#/analyse/toy/standard");
  const other = screen.getByRole("link", { name: "Large" });
  expect(other.getAttribute("href")).toBe("#/analyse/toy/large");
});

it("shows what an agent finds, draws its move, and plays it into the address", async () => {
  const { user, find } = await show("#/analyse/toy/standard?moves=0");
  const best = await screen.findByRole("button", { name: /Row 2, column 2/ });
  expect(best.textContent).toContain("Takes the middle.");
  expect(screen.getByText("Keeps the draw.")).toBeTruthy();
  expect(find(".bracket.line")).toHaveLength(1);
  await user.click(screen.getByRole("checkbox", { name: "best move" }));
  expect(find(".bracket.line")).toHaveLength(0);
  await user.hover(best);
  expect(find(".bracket.line")).toHaveLength(1);
  await user.click(best);
  expect(location.hash).toBe("#/analyse/toy/standard?moves=0,4");
  await screen.findByRole("button", {
    name: said("analysis.branch_entry", { ply: "2", player: "Player 2", text: "Cell 1" }),
  });
});

it("plays the expected line as far as it is pressed, and walks back without losing it", async () => {
  const { user } = await show("#/analyse/toy/standard");
  await user.click(
    await screen.findByRole("button", { name: said("analysis.line_move", { number: "2", move: "0" }) }),
  );
  expect(location.hash).toBe("#/analyse/toy/standard?moves=4,0");
  await user.click(screen.getByRole("button", { name: said("history.previous") }));
  expect(location.hash).toBe("#/analyse/toy/standard?moves=4,0&ply=1");
  await user.click(await screen.findByRole("button", { name: said("analysis.from_start") }));
  expect(location.hash).toBe("#/analyse/toy/standard");
});

it("lets the reader choose what chance gives in a branch", async () => {
  const { user } = await show("#/analyse/toy/standard?moves=4,0");
  const chance = await screen.findByRole<HTMLSelectElement>("combobox", { name: said("analysis.outcome") });
  expect(chance.selectedOptions[0]?.textContent).toBe("Threw 1.");
  await user.selectOptions(chance, "Threw 2.");
  expect(location.hash).toBe("#/analyse/toy/standard?moves=4,0.1");
  await user.click(screen.getByRole("button", { name: said("history.previous") }));
  await user.selectOptions(
    await screen.findByRole("combobox", { name: said("analysis.outcome") }),
    "Threw 2.",
  );
  expect(location.hash).toBe("#/analyse/toy/standard?moves=4.1");
  await user.click(screen.getByRole("button", { name: said("history.previous") }));
  expect(screen.queryByRole("combobox", { name: said("analysis.outcome") })).toBeNull();
});

it("asks a second agent beside the first", async () => {
  const { user } = await show("#/analyse/toy/standard");
  await user.click(await screen.findByRole("button", { name: said("analysis.ask_second") }));
  const second = screen.getByRole("region", { name: said("analysis.second") });
  await within(second).findByText("Keeps the draw.");
  await user.selectOptions(within(second).getByRole("combobox"), "easy");
  await waitFor(() => expect(asked.some(({ agent }) => agent === "easy")).toBe(true));
  await user.click(within(second).getByRole("button", { name: said("app.close") }));
  expect(screen.queryByRole("region", { name: said("analysis.second") })).toBeNull();
});

it("tells a refusal of the agent, and keeps the board", async () => {
  answerOf = () => new Refused(429, "agent_time_spent", "Wait an hour.", 3600);
  const { find } = await show("#/analyse/toy/standard");
  expect((await screen.findByRole("alert")).textContent).toBe("Wait an hour.");
  expect(find(".board")).toHaveLength(1);
});

it("goes along the moves of a match, and branches off", async () => {
  const { user } = await show("#/analyse/match/m1?at=1");
  await screen.findByText("Keeps the draw.");
  await user.click(screen.getByRole("button", { name: /^row 1, column 2/ }));
  expect(location.hash).toBe("#/analyse/match/m1?at=2");
  await waitFor(() => expect(screen.getByText(/After move 2/)).toBeTruthy());
  await user.click(await screen.findByRole("button", { name: /^row 3, column 3.*you can play here/ }));
  expect(location.hash).toBe("#/analyse/match/m1?at=2&moves=8");
  await user.click(await screen.findByRole("button", { name: said("analysis.leave_branch") }));
  expect(location.hash).toBe("#/analyse/match/m1?at=2");
});

it("analyses no match that is not over", async () => {
  finished = matchOf({ finished: false });
  await show("#/analyse/match/m1");
  expect(screen.getByText(said("analysis.running"))).toBeTruthy();
  expect(screen.getByRole("link", { name: said("analysis.to_match") }).getAttribute("href")).toBe(
    "#/match/m1",
  );
  expect(asked).toHaveLength(0);
});

it("reviews a match position by position, names the turning points, and goes there", async () => {
  const [first] = analysisOf().best;
  if (!first) throw new Error("the sample has a move");
  // The second move throws a win away.
  answerOf = ({ at = 0 }) =>
    analysisOf({ player: at % 2, best: [{ ...first, ends_in: at === 1 ? 3 : at === 2 ? 0 : -1 }] });
  const { user, find } = await show("#/analyse/match/m1");
  await user.click(screen.getByRole("button", { name: said("review.start") }));
  const turn = await screen.findByRole("button", {
    name: said("turns.move", { move: "2", label: "Cell 1", words: "the win is gone" }),
  });
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  expect(asked.filter(({ best }) => best > 0).map(({ at }) => at)).toEqual([0, 1, 2, 3]);
  expect(find(".chart")).toHaveLength(1);
  await user.click(turn);
  expect(location.hash).toBe("#/analyse/match/m1?at=1");
});

it("ends a review that is stopped", async () => {
  let answer: (analysis: Analysis) => void = () => {};
  const waiting = new Promise<Analysis>((done) => {
    answer = done;
  });
  const { user } = await show("#/analyse/match/m1");
  answerOf = () => waiting;
  await user.click(screen.getByRole("button", { name: said("review.start") }));
  await user.click(await screen.findByRole("button", { name: said("review.stop") }));
  await act(async () => answer(analysisOf()));
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(asked.filter(({ best }) => best > 0).length).toBeLessThanOrEqual(1);
});
