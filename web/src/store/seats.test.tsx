import { expect, it } from "vitest";
import { leaveSeat, seatIn, seats, takeSeat } from "./seats";

const seat = (id: string) => ({ id, seat: 0, token: `t-${id}`, title: "Toy", invitations: [] });

it("keeps seats, the newest first, until they are left", () => {
  takeSeat(seat("a"));
  takeSeat(seat("b"));
  takeSeat(seat("a"));
  expect(seats().map(({ id }) => id)).toEqual(["a", "b"]);
  expect(seatIn("b")?.token).toBe("t-b");
  leaveSeat("b");
  expect(seatIn("b")).toBeUndefined();
});

it("survives a store that somebody else wrote to", () => {
  localStorage.setItem("boardwright.seats", "{broken");
  expect(seats()).toEqual([]);
});
