/** The shapes that the page draws, under the names that it uses for them: all from the server's own description. */
import type { components } from "./schema";

type Schemas = components["schemas"];

/** On the wire, what is at its default is left out, and choices come in groups: `wire.ts` puts all of it back. */
export type Cell = Required<Schemas["Cell"]>;
export type Piece = Required<Schemas["Piece"]>;
export type Edge = Required<Schemas["Edge"]>;
export type Board = Required<Omit<Schemas["Board"], "cells" | "pieces" | "edges">> & {
  cells: Cell[];
  pieces: Piece[];
  edges: Edge[];
};
export interface Choice {
  action: number;
  semantic: Record<string, unknown>;
  text: string;
  label: string;
  cells: number[];
  press: "primary" | "secondary" | null;
  sides: [number, number][];
  source: string;
}
export type View = Omit<Schemas["View"], "board" | "choices"> & { board: Board; choices: Choice[] };
export type Match = Omit<Schemas["Match"], "view"> & { view: View | null };
export type HistoryEntry = Match["history"][number];
export type Text = Schemas["Told"];
export type Game = Schemas["GameOffer"];
export type Agent = Schemas["AgentOffer"];
export type Summary = Schemas["Summary"];
export type Gone = Schemas["Gone"];
export type Created = Schemas["Created"];
export type Joined = Schemas["Joined"];
export type Rematch = Schemas["Rematch"];
export type Preset = Game["presets"][number];
export type Panel = View["panels"][number];
export type Clock = NonNullable<Match["clock"]>;
export type Verdict = Omit<Schemas["PuzzleVerdict"], "after"> & { after: View | null };
export type Puzzle = Omit<Schemas["Puzzle"], "view" | "start"> & { view: View; start: Board };
export type PuzzleSet = Schemas["PuzzleSet"];
export type Refusal = Schemas["WhyNot"];
export type RunList = Schemas["RunList"];
export type RunSummary = Schemas["RunSummary"];
export type Run = Schemas["RunDetail"];
export type Tournament = Schemas["TournamentTable"];
export type Rated = Schemas["Rated"];
export type Ladder = Schemas["LadderTable"];
export type Evaluation = Schemas["EvaluationTable"];
export type Training = Schemas["TrainingCurves"];
export type GameReview = Schemas["Review"];
export type BestMove = Schemas["BestMove"];
export type Analysis = Omit<Schemas["Analysis"], "best"> & {
  best: (Omit<BestMove, "sides"> & { sides: [number, number][] })[];
};
export type Route = Schemas["RouteShown"];
export type Overlay = Schemas["OverlayShown"];
export type Answered = Omit<Schemas["Answered"], "match" | "analysis"> & {
  match: Match | null;
  analysis: Analysis | null;
};
