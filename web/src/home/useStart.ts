/** Creates a match by one request, takes the reader's seat in it, and goes there. */
import { useMutation } from "@tanstack/react-query";
import { createMatch } from "../api/client";
import { useCaller } from "../api/queries";
import type { Game } from "../api/types";
import { matchAddress } from "../route";
import { takeSeat } from "../store/seats";
import { clockOf, seating, type Wish } from "./wish";

export function useStart(game: Game) {
  const caller = useCaller();
  return useMutation({
    mutationFn: async (wish: Wish) => {
      const made = await createMatch(caller, {
        game: game.name,
        preset: wish.preset,
        options: wish.options,
        seats: seating(game, wish),
        clock: clockOf(wish),
        help: wish.help,
      });
      const { id, seat, seats, token, invitations } = made;
      if (seat !== null && token !== null)
        takeSeat({ id, seat, seats, token, invitations, title: game.title });
      location.hash = matchAddress(id);
    },
  });
}
