/** Scores, losses and proven ends in words and numbers. */
import type { BestMove } from "../api/types";
import type { Language, Say } from "../words/say";
import type { Turn } from "./turningPoints";
import { isChance, type Worth } from "./worth";

export function number(value: number, language: Language, signed = false): string {
  const signDisplay = signed ? "exceptZero" : "auto";
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2, signDisplay }).format(value + 0);
}

export function percent(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(value);
}

/** What is known of a move beside the others: its proven end, its share, or its score and loss. */
export function figureOf(
  { score, loss, ends_in }: Pick<BestMove, "score" | "loss" | "ends_in">,
  /** Whether scores are shares or chances. */
  shares: boolean,
  say: Say,
  language: Language,
): string {
  if (ends_in !== null) {
    if (ends_in === 0) return say("analysis.ends_draw");
    return say(ends_in > 0 ? "analysis.ends_win" : "analysis.ends_loss", { plies: Math.abs(ends_in) });
  }
  if (score === null) return "";
  if (shares) return percent(score, language);
  const shown = number(score, language, true);
  return loss ? say("analysis.score_loss", { score: shown, loss: number(loss, language) }) : shown;
}

/** The worth of a position in a few words. */
export function worthWords(
  { share, value, plies }: Worth,
  players: number,
  say: Say,
  language: Language,
): string {
  if (value !== null && players === 1 && isChance(value)) return percent(value, language);
  if (value !== null) return number(value, language, true);
  if (share === 0) return say("analysis.ends_draw");
  if (players !== 2) {
    if (plies === 0) return say(share > 0 ? "analysis.won_alone" : "analysis.lost_alone");
    return say(share > 0 ? "analysis.ends_win" : "analysis.ends_loss", { plies: plies ?? 0 });
  }
  const player = say("seat.player", { number: share > 0 ? 1 : 2 });
  return plies === 0
    ? say("status.wins", { player })
    : say("analysis.wins_in", { player, plies: plies ?? 0 });
}

export function turnWords({ move, kind, loss }: Turn, label: string, say: Say, language: Language): string {
  const words = kind === "loss" ? say("turns.loss", { loss: number(loss, language) }) : say(`turns.${kind}`);
  return say("turns.move", { move, label, words });
}
