import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { newQueryClient } from "../api/queries";
import type { Gone, Summary } from "../api/types";
import { boardOf } from "../board/samples.test-env";
import type { Seat } from "../store/seats";
import { said } from "../words/said.test-env";
import { speaker } from "../words/say";
import { BoardPicture } from "./BoardPicture";
import { facts, inOrder, strength } from "./facts";
import { Opponents } from "./Opponents";
import { StartForm } from "./StartForm";
import { game } from "./samples.test-env";
import { partners, stateOf, urgency } from "./summaries";
import { readWish, type Wish } from "./wish";

const say = speaker("en");

describe("the games", () => {
  it("come in order, strangers after those of Boardwright", () => {
    const names = ["zebra", "tic_tac_toe", "ant", "skirmish", "minesweeper", "quoridor"];
    const games = names.map((name) => ({
      ...game(name, 2, []),
      shipped: name !== "zebra" && name !== "ant",
    }));
    const { shipped, others } = inOrder([...games, game("backgammon", 2, [])]);
    expect(shipped.map(({ name }) => name)).toEqual([
      "quoridor",
      "minesweeper",
      "skirmish",
      "tic_tac_toe",
      "backgammon",
    ]);
    expect(others.map(({ name }) => name)).toEqual(["ant", "zebra"]);
  });

  it("say how many play and how long", () => {
    expect(facts({ ...game("a", 2, []), minutes: 10 }, say)).toBe("2 players, about 10 min");
    expect(facts(game("a", 1, []), say)).toBe("1 player");
  });
});

describe("opponents", () => {
  it("have a strength where it was measured", () => {
    const [plain] = game("a", 2, ["easy"]).agents;
    if (!plain) throw new Error("no agent");
    const rated = (elo: number) => ({ ...plain, rating: { elo, low: elo, high: elo } });
    expect(strength(rated(360), rated(200), say)).toBe(said("new.share", { share: "72", below: "easy" }));
    expect(strength(rated(3600), rated(200), say)).toMatch(/99 %/);
    expect(strength(rated(360), plain, say)).toBe(said("new.elo", { elo: "360" }));
    expect(strength(rated(0), undefined, say)).toBe(said("new.weakest"));
    expect(strength(plain, rated(0), say)).toBeNull();
  });

  it("are levels first, the others folded unless one of them is chosen", () => {
    const plain = game("a", 2, ["easy", "hard", "random"]);
    const agents = plain.agents.map((agent) => ({ ...agent, level: agent.name !== "random" }));
    const shown = (value: string) =>
      render(
        <Opponents game={{ ...plain, agents }} value={value} onChange={() => {}} />,
      ).container.querySelector("details");
    expect(shown("hard")?.open).toBe(false);
    expect(shown("random")?.open).toBe(true);
    expect(shown("hard")?.querySelectorAll("input")).toHaveLength(1);
  });

  it("keep an option when another agent is chosen", () => {
    const values = ["agent", "front"].map((name) => ({ name, title: name }));
    const placing = {
      ...game("a", 2, ["easy", "hard"]),
      agent_options: [{ name: "deploy", title: "Deployment", values }],
    };
    const chosen: string[] = [];
    render(
      <Opponents game={placing} value="easy:deploy=front" onChange={(text) => void chosen.push(text)} />,
    );
    fireEvent.click(screen.getByRole("radio", { name: "hard" }));
    fireEvent.change(screen.getByRole("combobox", { name: "Deployment" }), { target: { value: "agent" } });
    expect(chosen).toEqual(["hard:deploy=front", "easy"]);
  });
});

it("lets friends ask for hints, where the reader plays with one", () => {
  const two = game("a", 2, ["easy"]);
  const chosen: Wish[] = [];
  const shown = (query: string) =>
    render(
      <QueryClientProvider client={newQueryClient()}>
        <StartForm game={two} wish={readWish(two, query)} onChange={(wish) => void chosen.push(wish)} />
      </QueryClientProvider>,
    );
  const { unmount } = shown("");
  expect(screen.queryByRole("checkbox")).toBeNull();
  unmount();
  shown("mode=friend");
  fireEvent.click(screen.getByRole("checkbox", { name: said("new.help") }));
  expect(chosen.map(({ help }) => help)).toEqual([true]);
});

describe("a match in a list", () => {
  const match: Summary = {
    gone: false,
    id: "m",
    game: "a",
    title: "A",
    preset: "large",
    seats: [
      { kind: "person", agent: null, title: null, joined: true },
      { kind: "agent", agent: "hard", title: "Hard", joined: true },
    ],
    you: 0,
    to_move: 0,
    seq: 3,
    finished: false,
    result: null,
  };
  const gone: Gone = { gone: true, id: "m" };
  const seat: Seat = { id: "m", seat: 0, token: "t", title: "A", since: 0, invitations: [] };

  it("says how it stands", () => {
    expect(stateOf(match, say)).toBe(said("status.your_turn"));
    expect(stateOf({ ...match, to_move: 1 }, say)).toBe(said("status.waiting", { player: "Hard" }));
    expect(stateOf(gone, say)).toBe(said("home.gone"));
    expect(stateOf(undefined, say)).toBe("");
  });

  it("comes first when it waits for the reader", () => {
    expect(
      [match, { ...match, to_move: 1 }, { ...match, finished: true }, gone, undefined].map(urgency),
    ).toEqual([0, 1, 2, 2, 2]);
  });

  it("names who plays there, or its variant", () => {
    const games = [game("a", 2, [])];
    expect(partners(match, seat, games, say)).toEqual(["Hard"]);
    expect(partners(match, { ...seat, seats: [0, 1] }, games, say)).toEqual([said("home.both_sides")]);
    expect(partners({ ...match, seats: match.seats.slice(0, 1) }, seat, games, say)).toEqual(["Large"]);
  });
});

it("draws a picture that nobody can press", () => {
  const piece = { cell: 4, owner: 0, kind: "pawn", symbol: "A", label: "" };
  const edge = {
    kind: "wall",
    owner: 1,
    action: null,
    label: "",
    sides: [[0, 1] as [number, number]],
    marks: [],
  };
  const board = boardOf("square", 3, 3, { pieces: [piece], edges: [edge], gaps: true });
  const { container } = render(<BoardPicture board={board} />);
  expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
  expect(container.querySelectorAll(".cell")).toHaveLength(9);
  expect(container.querySelectorAll(".piece, .edge")).toHaveLength(2);
  expect(container.querySelectorAll("[role], [tabindex], .board, [data-cell]")).toHaveLength(0);
});
