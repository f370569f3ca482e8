/** The match after this one: a rematch with the same people, or the same game for one again. */
import { useMutation } from "@tanstack/react-query";
import { type Caller, createMatch, rematch } from "../api/client";
import type { Match } from "../api/types";
import { matchAddress } from "../route";
import { seatIn, takeSeat } from "../store/seats";

export function useNextMatch(match: Match | undefined, caller: Caller, onRefused: (why: Error) => void) {
  const following = useMutation({
    mutationFn: async ({ id, title }: Match) => {
      const own = seatIn(id);
      const made = await rematch(caller, id);
      // The token of this match is good for the next one.
      if (own) takeSeat({ ...own, id: made.id, seat: made.seat, title, invitations: [] });
      location.hash = matchAddress(made.id);
    },
    onError: onRefused,
  });
  const again = useMutation({
    mutationFn: async ({ game, preset, options, title }: Match) => {
      const wish = { game, preset, options, seats: ["person"] };
      const { id, seat, token, invitations } = await createMatch(caller, wish);
      if (seat !== null && token !== null) takeSeat({ id, seat, token, invitations, title });
      location.hash = matchAddress(id);
    },
    onError: onRefused,
  });
  return {
    toRematch: () => match && following.mutate(match),
    restart: () => match && again.mutate(match),
    opening: following.isPending || again.isPending,
  };
}
