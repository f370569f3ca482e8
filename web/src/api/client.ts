/** Every request that the page makes, in one place, by the types generated from the server's own description. */
import createClient from "openapi-fetch";
import type { Language } from "../words/say";
import type { components, paths } from "./schema";
import type {
  Answered,
  Board,
  Created,
  Game,
  GameReview,
  Gone,
  Joined,
  Match,
  Puzzle,
  PuzzleSet,
  Refusal,
  Rematch,
  Run,
  RunList,
  Summary,
  Text,
  Verdict,
} from "./types";
import { boardOfWire, matchOfWire, puzzleOfWire, verdictOfWire } from "./wire";

type WireBoard = components["schemas"]["Board"];
type WireMatch = components["schemas"]["Match"];
type WirePuzzle = components["schemas"]["Puzzle"];
type WireVerdict = components["schemas"]["PuzzleVerdict"];
type WireAnswered = components["schemas"]["Answered"];

/** The folder of the page, without its last slash: a proxy may serve it under a path of its own. */
export const BASE = new URL(".", location.href).href.replace(/\/$/, "");

const client = createClient<paths>({ baseUrl: BASE });

/** The server understood and said no: a code, and a sentence in the reader's language. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The seconds after which it may be asked again; null where the server does not say. */
    readonly wait: number | null = null,
  ) {
    super(message);
  }
}

/** Whether a failure may pass by itself: no answer came, or too many requests were sent at a time. */
export function mayPass(error: Error): boolean {
  return !(error instanceof Refused) || error.code === "too_many_requests";
}

export interface Caller {
  language: Language;
  token?: string | undefined;
}

export interface Clock {
  seconds: number;
  increment: number;
}

export type Move =
  | { kind: "move"; action: number }
  | { kind: "resign" }
  | { kind: "undo_request" }
  | { kind: "undo_answer"; agree: boolean };

export async function listGames(caller: Caller, signal?: AbortSignal): Promise<Game[]> {
  return unwrap(await client.GET("/api/v1/games", { headers: headers(caller), ...given(signal) }));
}

export async function createMatch(
  caller: Caller,
  wish: {
    game: string;
    preset: string;
    seats: string[];
    clock?: Clock | null;
    options?: Record<string, number>;
    /** Whether people may ask for help where they play against each other. */
    help?: boolean;
  },
): Promise<Created> {
  const body = { ...wish, options: wish.options ?? {}, spectators: "anyone" as const };
  return unwrap(await client.POST("/api/v1/matches", { headers: headers(caller), body }));
}

/** How to play a game, in Markdown; null where it does not say. */
export async function readGuide(caller: Caller, name: string, signal?: AbortSignal): Promise<string | null> {
  const params = { path: { name } };
  const found = await client.GET("/api/v1/games/{name}/guide", {
    headers: headers(caller),
    params,
    ...given(signal),
  });
  return unwrap(found).text;
}

/** Recorded and running tournaments, evaluations and trainings. The browser itself sends the tag of what it has. */
export async function listRuns(caller: Caller, signal?: AbortSignal): Promise<RunList> {
  return unwrap(await client.GET("/api/v1/runs", { headers: headers(caller), ...given(signal) }));
}

export async function readRun(caller: Caller, name: string, signal?: AbortSignal): Promise<Run> {
  const found = await client.GET("/api/v1/runs/{name}", {
    headers: headers(caller),
    params: { path: { name } },
    // A name has the slashes of folders, which some proxies refuse in any other form.
    pathSerializer: (path) => path.replace("{name}", name.split("/").map(encodeURIComponent).join("/")),
    ...given(signal),
  });
  return unwrap(found) as Run;
}

/** The board of a typical position of a game. */
export async function readPicture(name: string, signal?: AbortSignal): Promise<Board> {
  const params = { path: { name } };
  // The client's own types forget that a pair is a pair, here and below.
  const found = unwrap(await client.GET("/api/v1/games/{name}/picture", { params, ...given(signal) }));
  return boardOfWire(found as WireBoard);
}

/** The puzzles of a game, by level. */
export async function readPuzzles(caller: Caller, name: string, signal?: AbortSignal): Promise<PuzzleSet> {
  const params = { path: { name } };
  return unwrap(
    await client.GET("/api/v1/games/{name}/puzzles", { headers: headers(caller), params, ...given(signal) }),
  );
}

export async function readPuzzle(
  caller: Caller,
  name: string,
  number: number,
  signal?: AbortSignal,
): Promise<Puzzle> {
  const params = { path: { name, number } };
  const found = await client.GET("/api/v1/games/{name}/puzzles/{number}", {
    headers: headers(caller),
    params,
    ...given(signal),
  });
  return puzzleOfWire(unwrap(found) as WirePuzzle);
}

/** Whether a move is right, and why. */
export async function answerPuzzle(
  caller: Caller,
  name: string,
  number: number,
  action: number,
): Promise<Verdict> {
  const params = { path: { name, number } };
  const found = await client.POST("/api/v1/games/{name}/puzzles/{number}/answer", {
    headers: headers(caller),
    params,
    body: { action },
  });
  return verdictOfWire(unwrap(found) as WireVerdict);
}

/** Many matches in short, by one request. */
export async function listSummaries(
  caller: Caller,
  matches: { id: string; token: string }[],
  signal?: AbortSignal,
): Promise<(Summary | Gone)[]> {
  return unwrap(
    await client.POST("/api/v1/summaries", { headers: headers(caller), body: { matches }, ...given(signal) }),
  );
}

export async function joinMatch(caller: Caller, id: string, invitation: string): Promise<Joined> {
  const params = { path: { match_id: id } };
  return unwrap(
    await client.POST("/api/v1/matches/{match_id}/join", {
      headers: headers(caller),
      params,
      body: { invitation },
    }),
  );
}

/** The match as it stands, or as it stood after event `at`; with the history after event `since`. */
export async function readMatch(
  caller: Caller,
  id: string,
  query: { at?: number; since?: number } = {},
  signal?: AbortSignal,
): Promise<Match> {
  const params = { path: { match_id: id }, query };
  const found = unwrap(
    await client.GET("/api/v1/matches/{match_id}", { headers: headers(caller), params, ...given(signal) }),
  );
  return matchOfWire(found as WireMatch);
}

/** Answers with the match after it, its history from this event on. */
export async function postEvent(
  caller: Caller,
  id: string,
  seq: number,
  key: string,
  move: Move,
): Promise<Match> {
  const params = { path: { match_id: id } };
  const body = { seq, key, ...move };
  const answer = unwrap(
    await client.POST("/api/v1/matches/{match_id}/events", { headers: headers(caller), params, body }),
  );
  return matchOfWire(answer as WireMatch);
}

/** Opens the match after this one, or finds the one that the other side has opened. */
export async function rematch(caller: Caller, id: string): Promise<Rematch> {
  const params = { path: { match_id: id } };
  return unwrap(
    await client.POST("/api/v1/matches/{match_id}/rematch", { headers: headers(caller), params }),
  );
}

/** A finished match as a line of a file that `boardwright replay` reads. */
export async function readRecord(caller: Caller, id: string): Promise<unknown> {
  const params = { path: { match_id: id } };
  return unwrap(await client.GET("/api/v1/matches/{match_id}/record", { headers: headers(caller), params }));
}

/** What is refused on a cell, or on its side towards the cell beside it. */
export async function whyNot(
  caller: Caller,
  id: string,
  cell: number,
  beside: number | null = null,
): Promise<Refusal[]> {
  const query = beside === null ? { cell } : { cell, beside };
  const params = { path: { match_id: id }, query };
  const found = await client.GET("/api/v1/matches/{match_id}/why", { headers: headers(caller), params });
  return unwrap(found).reasons as Refusal[];
}

/** Which agent is asked (the game's adviser if none), and for how many moves; 0 for the position alone. */
export interface Asked {
  agent?: string | null;
  best: number;
}

/** Moves as [action, draw]; without a draw it follows from the number of the move. */
export type Moves = [number, number | null][];

/** Asks about a match: as it stands; or once it is over, after `at` moves and then these. */
export async function askMatch(
  caller: Caller,
  id: string,
  asked: Asked & { at?: number | null; moves?: Moves },
  signal?: AbortSignal,
): Promise<Answered> {
  const params = { path: { match_id: id } };
  const body = { moves: [], ...asked };
  const found = await client.POST("/api/v1/matches/{match_id}/analysis", {
    headers: headers(caller),
    params,
    body,
    ...given(signal),
  });
  return answered(unwrap(found) as WireAnswered);
}

/** The game's own words about a match that is over. */
export async function readReview(caller: Caller, id: string, signal?: AbortSignal): Promise<GameReview> {
  const found = await client.GET("/api/v1/matches/{match_id}/review", {
    params: { path: { match_id: id } },
    headers: headers(caller),
    ...given(signal),
  });
  return unwrap(found);
}

/** The moves of a text, from the start of a game or from a position. */
export async function readMoves(
  caller: Caller,
  body: { game: string; preset: string; position?: string; text: string },
): Promise<Moves> {
  const found = await client.POST("/api/v1/analysis/moves", { headers: headers(caller), body });
  return unwrap(found).moves as Moves;
}

/** Asks about the position after moves from the start of a game, or from a position. */
export async function askPosition(
  caller: Caller,
  asked: Asked & { game: string; preset: string; position?: string; moves: Moves },
  signal?: AbortSignal,
): Promise<Answered> {
  const body = { options: {}, ...asked };
  const found = await client.POST("/api/v1/analysis", { headers: headers(caller), body, ...given(signal) });
  return answered(unwrap(found) as WireAnswered);
}

function answered(wire: WireAnswered): Answered {
  return { ...wire, match: wire.match && matchOfWire(wire.match) } as Answered;
}

/** A match to follow, from the event after `after` on. */
export interface Ticket {
  id: string;
  token: string | null;
  after: number;
}

/** The server-sent events of several matches. By a POST, so that no token is in an address. */
export async function openStream(
  matches: Ticket[],
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const answer = await client.POST("/api/v1/stream", { body: { matches }, parseAs: "stream", signal });
  return unwrap(answer) as ReadableStream<Uint8Array>;
}

/** A key that makes a repeated request the same request. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function headers({ language, token }: Caller): Record<string, string> {
  return { "Accept-Language": language, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

function given(signal?: AbortSignal): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

function unwrap<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data !== undefined && response.ok) return data;
  const said = error as Partial<Text> | undefined;
  const wait = Number.parseInt(response.headers.get("Retry-After") ?? "", 10);
  if (typeof said?.message === "string")
    throw new Refused(response.status, said.code ?? "", said.message, Number.isNaN(wait) ? null : wait);
  throw new Error(`${response.status}`);
}
