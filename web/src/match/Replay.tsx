/** Steps through a match: buttons, a slider, arrow keys, and playing by itself. */
import { useEffect, useState } from "react";
import { useWords } from "../words/context";
import type { Key } from "../words/say";

interface Props {
  /** The places to stop at, from the start to the present. */
  stops: number[];
  at: number | null;
  onStep: (at: number | null) => void;
  /** What the way to the last stop is called, if it is not the present. */
  last?: Key;
}

const PACE = 900;

const ICONS = {
  first: "M6 4v12M15 5l-5 5 5 5",
  previous: "M12 5l-5 5 5 5",
  next: "M8 5l5 5-5 5",
  live: "M5 5l5 5-5 5M14 4v12",
  play: "M7 4l8 6-8 6z",
  pause: "M7 4v12M13 4v12",
} as const;

export function Replay({ stops, at, onStep, last = "history.live" }: Props) {
  const { say } = useWords();
  const [playing, setPlaying] = useState(false);
  const end = stops.length - 1;
  const here =
    at === null
      ? end
      : Math.max(
          0,
          stops.findLastIndex((stop) => stop <= at),
        );

  function go(to: number) {
    onStep(to >= end ? null : (stops[Math.max(0, to)] ?? null));
  }

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.defaultPrevented || busyElsewhere(event.target)) return;
      event.preventDefault();
      setPlaying(false);
      go(here + step);
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the next step is due some time after this one.
  useEffect(() => {
    if (!playing || here >= end) return;
    const timer = setTimeout(() => {
      setPlaying(here + 1 < end);
      go(here + 1);
    }, PACE);
    return () => clearTimeout(timer);
  }, [playing, here, end]);

  const steps: { icon: keyof typeof ICONS; key: Key; off: boolean; act: () => void }[] = [
    { icon: "first", key: "history.first", off: here === 0, act: () => go(0) },
    { icon: "previous", key: "history.previous", off: here === 0, act: () => go(here - 1) },
    playing
      ? { icon: "pause", key: "replay.pause", off: false, act: () => setPlaying(false) }
      : { icon: "play", key: "replay.play", off: end === 0, act: start },
    { icon: "next", key: "history.next", off: at === null, act: () => go(here + 1) },
    { icon: "live", key: last, off: at === null, act: () => go(end) },
  ];

  function start() {
    if (here >= end) go(0);
    setPlaying(true);
  }

  return (
    <>
      <div className="row steps">
        {steps.map(({ icon, key, off, act }) => (
          <button
            key={icon}
            type="button"
            aria-label={say(key)}
            title={say(key)}
            disabled={off}
            onClick={act}
          >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path
                d={ICONS[icon]}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.8"
                strokeLinecap="round"
              />
            </svg>
          </button>
        ))}
      </div>
      {end > 0 && (
        <input
          type="range"
          className="place"
          aria-label={say("replay.place")}
          min={0}
          max={end}
          value={here}
          onChange={(event) => {
            setPlaying(false);
            go(Number(event.target.value));
          }}
        />
      )}
    </>
  );
}

/** Whether the arrow keys mean something where the focus is. */
function busyElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".board, input, textarea, select, dialog") !== null;
}
