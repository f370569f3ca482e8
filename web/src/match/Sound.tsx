/** The switch of the sound, off until somebody wants it; and the sound of each event. */
import { useEffect, useRef } from "react";
import type { Match } from "../api/types";
import { usePreference } from "../store/preferences";
import { useWords } from "../words/context";
import { play, toneOf } from "./sound";

export function Sound({ match }: { match: Match }) {
  const { say } = useWords();
  const [chosen, choose] = usePreference("sound", ["on", "off"] as const);
  const on = chosen === "on";
  const heard = useRef(match.seq);
  const { seq, finished, you } = match;
  const actor = match.history.at(-1)?.actor ?? -1;
  useEffect(() => {
    const tone = toneOf(heard.current, { seq, finished, actor, you });
    heard.current = seq;
    if (on && tone) play(tone);
  }, [on, seq, finished, actor, you]);

  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => {
        choose(on ? "off" : "on");
        if (!on) play("own");
      }}
    >
      {say(on ? "tools.sound_on" : "tools.sound_off")}
    </button>
  );
}
