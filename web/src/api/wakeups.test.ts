import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Ticket } from "./client";
import { type Connection, Wakeups } from "./wakeups";

interface Stream {
  matches: Ticket[];
  send(text: string): void;
  end(): void;
  over: boolean;
}

const streams: Stream[] = [];
let reachable = true;

vi.mock("./client", () => ({
  BASE: "http://here",
  freshKey: () => Math.random().toString(36),
  openStream: async (matches: Ticket[], signal: AbortSignal) => {
    if (!reachable) throw new Error("unreachable");
    let control: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        control = given;
      },
    });
    const stream: Stream = {
      matches,
      send: (text) => control.enqueue(new TextEncoder().encode(text)),
      end: () => control.close(),
      over: false,
    };
    signal.addEventListener("abort", () => {
      stream.over = true;
      control.error(new Error("aborted"));
    });
    streams.push(stream);
    return body;
  },
}));

/** The browser's locks, with one lock: who waits gets it when the holder is closed. */
class Locks {
  private waiting: (() => void)[] = [];
  private held = false;
  async request(_name: string, ...rest: unknown[]) {
    const then = rest.at(-1) as (lock: object | null) => unknown;
    if (this.held && rest.length > 1) return then(null);
    if (this.held) await new Promise<void>((granted) => this.waiting.push(granted));
    this.held = true;
    return then({});
  }
  /** The tab of the holder is closed. */
  pass() {
    this.waiting.shift()?.();
  }
}

let locks: Locks;

const tabs: Wakeups[] = [];

function tab() {
  const wakeups = new Wakeups();
  tabs.push(wakeups);
  const show = (id: string, known: number, token?: string) => {
    const seen = { reached: [] as number[], missed: 0, connection: "" as Connection | "" };
    const leave = wakeups.follow(id, {
      token,
      known: () => known,
      reached: (seq) => void seen.reached.push(seq),
      missed: () => void seen.missed++,
      changed(connection) {
        seen.connection = connection;
      },
    });
    return { seen, leave };
  };
  return { show, close: () => tabs.splice(tabs.indexOf(wakeups), 1)[0]?.close() };
}

const message = (id: string, seq: number | null) =>
  `event: reached\ndata: ${JSON.stringify({ id, seq })}\n\n`;
const newest = () => streams.at(-1) as Stream;
const followed = () => newest()?.matches.map(({ id }) => id);
const until = (check: () => void) => vi.waitFor(check, { timeout: 3000, interval: 5 });

beforeEach(() => {
  streams.length = 0;
  reachable = true;
  locks = new Locks();
  vi.stubGlobal("navigator", { locks });
});

afterEach(() => {
  for (const open of tabs.splice(0)) open.close();
  vi.unstubAllGlobals();
});

it("has one stream for the matches of all tabs, and each tab hears of its own", async () => {
  const one = tab().show("a", 3, "secret");
  await until(() => expect(followed()).toEqual(["a"]));
  const two = tab().show("b", 0);
  await until(() => expect(followed()).toEqual(["a", "b"]));
  expect(newest().matches).toEqual([
    { id: "a", token: "secret", after: 3 },
    { id: "b", token: null, after: 0 },
  ]);
  await until(() => expect(streams.map(({ over }) => over)).toEqual([true, false]));
  // A message may come in pieces.
  newest().send(message("a", 4).slice(0, 20));
  newest().send(`${message("a", 4).slice(20)}: ping\n\n${message("b", 1)}${message("c", null)}`);
  await until(() => expect([one.seen.reached, two.seen.reached]).toEqual([[4], [1]]));
  expect([one.seen.connection, two.seen.connection]).toEqual(["live", "live"]);
  two.leave();
  await until(() => expect(followed()).toEqual(["a"]));
});

it("goes on by another tab when the leader is closed, which has everything read again", async () => {
  const leader = tab();
  leader.show("a", 3);
  await until(() => expect(streams).toHaveLength(1));
  const two = tab().show("b", 0);
  await until(() => expect(followed()).toEqual(["a", "b"]));
  expect(two.seen.missed).toBe(0);
  leader.close();
  locks.pass();
  await until(() => expect(followed()).toEqual(["b"]));
  await until(() => expect(two.seen.missed).toBe(1));
  newest().send(message("b", 1));
  await until(() => expect(two.seen.reached).toEqual([1]));
});

it("connects again after a loss, tells every tab, and has the matches read again", async () => {
  const one = tab().show("a", 3);
  const two = tab().show("b", 0);
  await until(() => expect(followed()).toEqual(["a", "b"]));
  reachable = false;
  newest().end();
  await until(() => expect([one.seen.connection, two.seen.connection]).toEqual(["lost", "lost"]));
  reachable = true;
  await until(() => expect([one.seen.connection, two.seen.connection]).toEqual(["live", "live"]));
  await until(() => expect([one.seen.missed, two.seen.missed]).toEqual([1, 1]));
});

it("leads itself where the browser has no locks", async () => {
  vi.stubGlobal("navigator", {});
  tab().show("a", 1);
  tab().show("b", 1);
  await until(() =>
    expect(streams.map(({ matches }) => matches.map(({ id }) => id))).toEqual([["a"], ["b"]]),
  );
});
