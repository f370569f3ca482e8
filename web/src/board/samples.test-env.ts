/** Small boards and choices for the tests. */
import type { Analysis, Board, Choice, Match, View } from "../api/types";

export function boardOf(kind: Board["kind"], rows: number, cols: number, extra: Partial<Board> = {}): Board {
  const cells = Array.from({ length: rows * cols }, (_, number) => ({
    row: Math.floor(number / cols),
    col: number % cols,
    text: "",
    marks: [],
  }));
  const plain = { pieces: [], edges: [], row_labels: [], col_labels: [], gaps: false };
  return { kind, rows, cols, cells, ...plain, ...extra };
}

export function choice(
  action: number,
  cells: number[],
  text = `go ${action}`,
  press: Choice["press"] = null,
): Choice {
  return { action, semantic: { kind: "go" }, text, label: text, cells, press, sides: [], source: "" };
}

/** A choice that covers sides and touches no cell. */
export function bar(action: number, sides: Choice["sides"], text = `bar ${action}`): Choice {
  return { ...choice(action, [], text), sides };
}

export function viewOf(board: Board, extra: Partial<View> = {}): View {
  return {
    game: "toy",
    version: 1,
    player: 0,
    to_move: 0,
    phase: "play",
    ply: 0,
    board,
    panels: [],
    details: {},
    choices: [],
    prompt: null,
    last: [],
    events: [],
    outcome: null,
    summary: [],
    ...extra,
  };
}

export function matchOf(extra: Partial<Match> = {}): Match {
  return {
    id: "m1",
    game: "toy",
    title: "Toy",
    preset: "standard",
    options: {},
    version: 1,
    seq: 0,
    seats: [
      { kind: "person", agent: null, title: null, joined: true },
      { kind: "agent", agent: "random", title: "random", joined: true },
    ],
    you: 0,
    view: viewOf(boardOf("square", 3, 3)),
    undo: null,
    told: [],
    may_undo: false,
    may_ask: false,
    help: false,
    finished: false,
    result: null,
    history: [],
    thinking: false,
    preparing: null,
    rematch: null,
    clock: null,
    ...extra,
  };
}

export function analysisOf(extra: Partial<Analysis> = {}): Analysis {
  const told = (message: string) => ({ code: "toy", params: {}, message });
  return {
    agent: "solver",
    title: "Solver",
    player: 0,
    best: [
      {
        action: 4,
        text: "4",
        label: "Row 2, column 2",
        cells: [4],
        sides: [],
        score: 1,
        loss: 0,
        ends_in: null,
        words: [told("Takes the middle.")],
      },
    ],
    reason: told("Keeps the draw."),
    certain: false,
    line: [
      { action: 4, text: "4" },
      { action: 0, text: "0" },
    ],
    value: 1,
    shares: false,
    facts: [],
    problems: [],
    overlays: [],
    routes: [],
    factors: [],
    ...extra,
  };
}
