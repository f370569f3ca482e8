import { describe, expect, it } from "vitest";
import type { Match } from "../api/types";
import { boardOf, matchOf, viewOf } from "../board/samples.test-env";
import { takeSeat } from "../store/seats";
import { said } from "../words/said.test-env";
import { speaker } from "../words/say";
import { notNow, playsAll, seatName, statusOf } from "./sentences";

const say = speaker("en");
const board = boardOf("square", 3, 3);
const over = (returns: number[] | null, resigned: number | null = null, timeout: number | null = null) => ({
  finished: true,
  result: { returns, truncated: false, resigned, abandoned: returns === null, timeout },
});

describe("the status", () => {
  it("says whose turn it is", () => {
    expect(statusOf(matchOf(), say)).toBe(said("status.your_turn"));
    const theirs = { view: viewOf(board, { to_move: 1 }) };
    expect(statusOf(matchOf({ ...theirs, thinking: true }), say)).toBe("random is thinking");
    const preparing = { code: "preparing", params: {}, message: "Preparing: 12 of 31 functions" };
    expect(statusOf(matchOf({ ...theirs, thinking: true, preparing }), say)).toBe(preparing.message);
    expect(statusOf(matchOf(theirs), say)).toBe("random to move");
  });

  it("waits for a friend", () => {
    const seats = [
      { kind: "person" as const, agent: null, title: null, joined: true },
      { kind: "person" as const, agent: null, title: null, joined: false },
    ];
    expect(statusOf(matchOf({ seats }), say)).toBe(said("status.your_turn_alone"));
    const theirs = viewOf(board, { to_move: 1 });
    expect(statusOf(matchOf({ seats, view: theirs }), say)).toBe(said("status.waiting_join"));
  });

  it.each([
    [over([1, -1]), 0, said("status.you_win")],
    [over([1, -1]), 1, said("status.you_lose")],
    [over([0, 0]), 0, said("status.draw")],
    [over([1, -1]), null, said("status.wins", { player: "Player 1" })],
    [over([-1, 1], 0), 0, said("status.you_resigned", { winner: "random" })],
    [over([1, -1], 1), 0, "random resigned: you win"],
    [over([-1, 1], null, 0), 0, said("status.your_time", { winner: "random" })],
    [over([1, -1], null, 1), 0, "random has no time left: you win"],
    [over([-1, 1], null, 0), null, said("status.someone_time", { player: "Player 1" })],
    [over(null), 0, said("status.abandoned")],
  ])("says how it ended", (extra, you, sentence) => {
    expect(statusOf(matchOf({ ...extra, you }), say)).toBe(sentence);
  });

  it("tells the score of a game for one", () => {
    const seats = [{ kind: "person" as const, agent: null, title: null, joined: true }];
    expect(statusOf(matchOf({ seats, ...over([0.5]) }), say)).toBe(said("status.score", { score: "0.5" }));
    expect(statusOf(matchOf({ seats, ...over([1]) }), say)).toBe(said("status.you_win"));
    expect(statusOf(matchOf({ seats, ...over([-1]) }), say)).toBe(said("status.you_lose"));
    expect(statusOf(matchOf({ seats, ...over([-1]), you: null }), say)).toBe(
      said("status.score", { score: "-1" }),
    );
  });
});

describe("who", () => {
  it("is named for the reader", () => {
    expect(seatName(matchOf(), 0, say)).toBe("You");
    expect(seatName(matchOf(), 1, say)).toBe("random");
    expect(seatName(matchOf({ you: null }), 0, say)).toBe(said("seat.player", { number: "1" }));
  });
});

describe("one person on both sides", () => {
  const seats = [0, 1].map(() => ({ kind: "person" as const, agent: null, title: null, joined: true }));
  const both = (extra: Partial<Match> = {}) => matchOf({ seats, ...extra });

  it("is told which side is to move, and which has won", () => {
    takeSeat({ id: "m1", seat: 0, seats: [0, 1], token: "t", title: "Toy", invitations: [] });
    expect(statusOf(both(), say)).toBe(said("status.waiting", { player: "Player 1" }));
    expect(statusOf(both({ you: 1, view: viewOf(board, { to_move: 1 }) }), say)).toBe(
      said("status.waiting", { player: "Player 2" }),
    );
    expect(statusOf(both(over([-1, 1])), say)).toBe(said("status.wins", { player: "Player 2" }));
    expect(notNow(both({ you: 1, view: viewOf(board, { to_move: 1 }) }), false, say)).toBeNull();
  });

  it("is known by a side that is not the first one, too", () => {
    takeSeat({ id: "m1", seat: 0, token: "t", title: "Toy", invitations: [] });
    expect(playsAll(both())).toBe(false);
    expect(playsAll(both({ you: 1 }))).toBe(true);
  });
});

describe("why not now", () => {
  it("is the page's own sentence, or the rules' to say", () => {
    expect(notNow(matchOf(), false, say)).toBeNull();
    expect(notNow(matchOf(), true, say)).toMatch(/earlier position/);
    expect(notNow(matchOf({ you: null }), false, say)).toMatch(/watching/);
    expect(notNow(matchOf({ view: viewOf(board, { to_move: 1 }) }), false, say)).toMatch(/not your turn/);
    expect(notNow(matchOf(over([1, -1])), false, say)).toMatch(/over/);
  });
});
