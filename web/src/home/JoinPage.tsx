/** Opened by an invitation link: takes the seat, then goes to the match. Who comes too late may watch. */
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { joinMatch, Refused, readMatch } from "../api/client";
import { useCaller, useMatch } from "../api/queries";
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
  if (error instanceof Refused && error.code === "invitation_used") return <Taken id={id} />;
  if (error && !isPending) return <Problem error={error} onAgain={mutate} />;
  return <p className="loading">{say("join.joining")}</p>;
}

/** Somebody else has the seat: the match as a spectator, where it may be watched. */
function Taken({ id }: { id: string }) {
  const { say } = useWords();
  const { data: match, error } = useMatch(id);
  return (
    <main className="problem" role="alert">
      <p>{say("join.taken")}</p>
      {match && <p>{say("join.may_watch", { title: match.title })}</p>}
      {error instanceof Refused && <p>{say("join.closed")}</p>}
      <div className="row">
        {match && (
          <a className="button primary" href={matchAddress(id)}>
            {say("join.watch")}
          </a>
        )}
        <a className="button" href="#/">
          {say("join.back")}
        </a>
      </div>
    </main>
  );
}
