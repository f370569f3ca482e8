/** The link for a seat that is still open. */
import { useRef, useState } from "react";
import { invitationLink } from "../route";
import { useWords } from "../words/context";
import { copyText } from "./copyText";

export function Invite({ id, invitation }: { id: string; invitation: string }) {
  const { say } = useWords();
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function copy() {
    await copyText(field.current?.value ?? "");
    setCopied(true);
  }

  return (
    <section className="card invite" aria-labelledby="invite-title">
      <h2 id="invite-title">{say("invite.title")}</h2>
      <p className="muted">{say("invite.explain")}</p>
      <div className="row">
        <input
          ref={field}
          readOnly
          aria-label={say("invite.link")}
          value={invitationLink(id, invitation)}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="primary" onClick={copy}>
          <span aria-live="polite">{say(copied ? "invite.copied" : "invite.copy")}</span>
        </button>
      </div>
    </section>
  );
}
