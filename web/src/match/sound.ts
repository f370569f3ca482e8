/** A short tone when something happens in a match, made by the browser itself: no file is loaded. */

const SECONDS = 0.12;
const LOUDNESS = 0.08;

/** Of one's own event, of somebody else's, and of the end of the match, in hertz. */
export const TONES = { own: [520], other: [390], over: [390, 520, 650] } as const;

export type Tone = keyof typeof TONES;

/** What is to be heard when a match has come from one event to another; null for nothing. */
export function toneOf(
  before: number,
  match: { seq: number; finished: boolean; actor: number; you: number | null },
) {
  if (match.seq <= before) return null;
  if (match.finished) return "over";
  return match.actor === match.you ? "own" : "other";
}

let context: AudioContext | undefined;

export function play(tone: Tone): void {
  context ??= new AudioContext();
  TONES[tone].forEach((hertz, i) => {
    sound(context as AudioContext, hertz, i * SECONDS);
  });
}

function sound(audio: AudioContext, hertz: number, after: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + after;
  source.frequency.value = hertz;
  // It fades: a tone that is cut off clicks.
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + SECONDS);
  source.connect(volume).connect(audio.destination);
  source.start(start);
  source.stop(start + SECONDS);
}
