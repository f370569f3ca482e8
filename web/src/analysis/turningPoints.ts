/** The turning points of a match: moves by which a proven win or draw was lost, and those that lost most. */
import type { Analysis } from "../api/types";

export interface Turn {
  /** The number of the move, from 1 on. */
  move: number;
  kind: "win_gone" | "draw_gone" | "loss";
  /** What the move lost, in the agent's units; 0 where it lost something proven. */
  loss: number;
}

/** A move of the match in notation. */
export interface Played {
  text: string | null;
}

/** Less than this is nothing that a reader would call a mistake. */
const LEAST = 0.01;
/** The same where scores are shares, for values from -1 to 1: playouts err by about as much. */
const LEAST_OF_SHARES = 0.25;
/** A move with less than this part of the best one's share was not worth a look to the agent. */
const SHUNNED = 0.02;

/**
 * The turning points, at most so many, in the order of the moves. `found` has the analysis before each move and, after
 * the last one, of the end: null where there is none. `returns` is the result of a match that was played to its end.
 */
export function turningPoints(
  found: readonly (Analysis | null | undefined)[],
  moves: readonly Played[],
  returns: readonly number[] | null,
  most = 5,
): Turn[] {
  const turns = moves.flatMap((move, i): Turn[] => {
    const before = found[i];
    const after = found[i + 1] ?? null;
    if (!before) return [];
    const own = before.best.find(({ text }) => text === move.text);
    const was = sign(before.best[0]?.ends_in);
    const is =
      sign(own?.ends_in) ?? provenAfter(before.player, after, i + 1 === moves.length ? returns : null);
    if (was !== null && is !== null && is < was)
      return [{ move: i + 1, kind: was > 0 ? "win_gone" : "draw_gone", loss: 0 }];
    const loss = lossOf(before, own, after);
    return loss !== null && loss >= (before.shares ? LEAST_OF_SHARES : LEAST)
      ? [{ move: i + 1, kind: "loss", loss }]
      : [];
  });
  const proven = turns.filter(({ kind }) => kind !== "loss");
  const largest = turns.filter(({ kind }) => kind === "loss").sort((one, other) => other.loss - one.loss);
  return [...proven, ...largest].slice(0, most).sort((one, other) => one.move - other.move);
}

/** The proven end after a move for the player who made it: 1 for a win, 0 for a draw, -1 for a loss; else null. */
function provenAfter(
  player: number,
  after: Analysis | null,
  returns: readonly number[] | null,
): number | null {
  if (returns) {
    const others = returns.filter((_, seat) => seat !== player);
    return Math.sign((returns[player] ?? 0) - Math.max(...others, others.length > 0 ? -Infinity : 0)) + 0;
  }
  const proven = sign(after?.best[0]?.ends_in);
  if (proven === null || !after) return null;
  return after.player === player ? proven : -proven + 0;
}

/**
 * What a move lost: as the agent scored it, or else by the drop of the value. Null where neither is known.
 *
 * Playouts make errors, and a drop may be bad luck. So where scores are shares both must say it: another move was better,
 * or this one was not worth a look, and afterwards the position was worse.
 */
function lossOf(
  before: Analysis,
  own: Analysis["best"][number] | undefined,
  after: Analysis | null,
): number | null {
  if (!before.shares && own) return own.loss;
  const drop = dropOf(before, after);
  if (!before.shares || drop === null) return drop;
  if (own && own.loss !== null) return Math.min(own.loss, drop);
  return (own?.score ?? 0) < SHUNNED * (before.best[0]?.score ?? 0) ? drop : null;
}

/** By how much the value is lower after a move; null where it is not known. */
function dropOf(before: Analysis, after: Analysis | null): number | null {
  // An estimate beside a proven end means nothing.
  if (before.value === null || !after || after.value === null || before.shares !== after.shares) return null;
  if (sign(before.best[0]?.ends_in) !== null || sign(after.best[0]?.ends_in) !== null) return null;
  return before.value - (after.player === before.player ? after.value : -after.value);
}

function sign(ends: number | null | undefined): number | null {
  return ends === null || ends === undefined ? null : Math.sign(ends) + 0;
}
