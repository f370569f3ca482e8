/** Opened by an invitation link: takes the seat, then goes to the match. */
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { joinMatch, readMatch } from "../api/client";
import { useCaller } from "../api/queries";
import { Problem } from "../Problem";
import { matchAddress } from "../route";
import { seatIn, takeSeat } from "../store/seats";
import { useWords } from "../words/context";

export function JoinPage({ id, invitation }: { id: string; invitation: string }) {
  const { say } = useWords();
  const caller = useCaller();
  const { mutate, error, isPending } = useMutation({
    // One seat a browser: whoever opens the link twice, or opens their own, is taken to the match.
    mutationFn: async () => {
      if (seatIn(id)) return;
      const joined = await joinMatch(caller, id, invitation);
      takeSeat({ ...joined, title: "", invitations: [] });
      const { title } = await readMatch({ ...caller, token: joined.token }, id);
      takeSeat({ ...joined, title, invitations: [] });
    },
    onSuccess: () => location.replace(matchAddress(id)),
    scope: { id: `join ${id}` },
  });
  useEffect(() => mutate(), [mutate]);
  if (error && !isPending) return <Problem error={error} onAgain={mutate} />;
  return <p className="loading">{say("join.joining")}</p>;
}
