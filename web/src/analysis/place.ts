/**
 * A place on the analysis board, and the address that holds it.
 *
 * A place is a position of a match that is over, or of a game: `at` moves of the match, then the moves of a branch. Of a
 * branch, `ply` says how many of all the moves are shown. What is null is the end.
 */
import type { Moves } from "../api/client";

export type Subject = { match: string } | { game: string; preset: string; position?: string };

export interface Place {
  subject: Subject;
  at: number | null;
  moves: Moves;
  ply: number | null;
}

/** The line that is walked: up to `fork` it is that of the match, from there on the branch. */
export interface Track {
  fork: number;
  end: number;
  shown: number;
}

export function readPlace(subject: Subject, query: string): Place {
  const asked = new URLSearchParams(query);
  const position = asked.get("position");
  return {
    subject: "match" in subject || !position ? subject : { ...subject, position },
    at: "match" in subject ? whole(asked.get("at")) : 0,
    moves: readMoves(asked.get("moves") ?? ""),
    ply: whole(asked.get("ply")),
  };
}

export function placeAddress({ subject, at, moves, ply }: Place): string {
  const names = "match" in subject ? ["match", subject.match] : [subject.game, subject.preset];
  const parts = [
    ...("match" in subject || !subject.position ? [] : [`position=${encodeURIComponent(subject.position)}`]),
    ...("match" in subject && at !== null ? [`at=${at}`] : []),
    ...(moves.length > 0 ? [`moves=${writeMoves(moves)}`] : []),
    ...(ply !== null && moves.length > 0 ? [`ply=${ply}`] : []),
  ];
  const path = `#/analyse/${names.map(encodeURIComponent).join("/")}`;
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
}

/** The start of a game, or the end of a match. */
export function placeOf(subject: Subject, at: number | null = null): Place {
  return { subject, at: "match" in subject ? at : 0, moves: [], ply: null };
}

/** Where a place is on its line, in a match of so many moves. */
export function trackOf({ at, moves, ply }: Place, line: number): Track {
  const from = Math.min(at ?? line, line);
  if (moves.length === 0) return { fork: line, end: line, shown: from };
  const end = from + moves.length;
  return { fork: from, end, shown: Math.min(ply ?? end, end) };
}

/** The question for the position after so many moves of the line. */
export function questionAt(place: Place, { fork }: Track, shown: number): { at: number; moves: Moves } {
  return { at: Math.min(shown, fork), moves: place.moves.slice(0, Math.max(0, shown - fork)) };
}

/** The place after so many moves of the same line. */
export function stepped(place: Place, { end }: Track, to: number): Place {
  const last = to >= end ? null : to;
  if (place.moves.length > 0) return { ...place, ply: last };
  return "match" in place.subject ? { ...place, at: last } : place;
}

/**
 * The place after further moves from here. A move that the line has anyway goes on along it (`follows`: it is the next
 * one of the match); any other begins a branch.
 */
export function played(place: Place, track: Track, actions: readonly number[], follows = false): Place {
  const { fork, shown } = track;
  const next = place.moves[shown - fork];
  const same = shown < fork ? follows : next !== undefined && next[0] === actions[0];
  if (same && actions.length === 1) return stepped(place, track, shown + 1);
  const { at, moves } = questionAt(place, track, shown);
  return {
    ...place,
    at,
    moves: [...moves, ...actions.map((action): [number, null] => [action, null])],
    ply: null,
  };
}

/** The place with another outcome of chance in the shown move, which is one of the branch; what came after it is gone. */
export function withDraw(place: Place, { fork, shown }: Track, draw: number): Place {
  const moves = place.moves.slice(0, shown - fork);
  const [action] = moves.at(-1) ?? [];
  if (action === undefined) return place;
  return { ...place, moves: [...moves.slice(0, -1), [action, draw]], ply: null };
}

/** An action each; after a dot the outcome of a die that was chosen: `3,12.4`. */
function readMoves(text: string): Moves {
  if (!/^\d{1,15}(\.\d{1,15})?(,\d{1,15}(\.\d{1,15})?)*$/.test(text)) return [];
  return text.split(",").map((move) => {
    const [action, draw] = move.split(".");
    return [Number(action), draw === undefined ? null : Number(draw)];
  });
}

function writeMoves(moves: Moves): string {
  return moves.map(([action, draw]) => (draw === null ? `${action}` : `${action}.${draw}`)).join(",");
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
