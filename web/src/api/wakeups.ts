/**
 * Wake-ups from the server, "match m reached event n": one stream for all tabs of this browser.
 *
 * The tabs elect a leader by a lock, which the browser passes on when the leader is closed. The leader follows every
 * match that any tab shows, and shares what it hears by a channel. Where the browser has no locks (plain HTTP from
 * another machine), every tab leads itself.
 */
import { BASE, freshKey, openStream, type Ticket } from "./client";

export type Connection = "connecting" | "live" | "lost";

/** Someone who shows a match: what they know already, and where news of it goes. */
export interface Listener {
  token: string | undefined;
  known(): number;
  reached(seq: number): void;
  /** Something may have been missed: read the match again. */
  missed(): void;
  changed(connection: Connection): void;
}

type Note =
  | { kind: "who" }
  | { kind: "want"; tab: string; matches: Ticket[] }
  | { kind: "reached"; id: string; seq: number }
  | { kind: "state"; connection: Connection; missed: boolean };

const NAME = `boardwright wake-ups ${BASE}`;
/** The server follows no more by one stream. */
const MOST = 50;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;
/** Tabs that open or close together make one new stream. */
const TOGETHER = 30;
/** The server is silent for fifteen seconds at most: after this, the connection is dead. */
const SILENCE = 60_000;

export class Wakeups {
  private readonly tab = freshKey();
  /** To the other tabs; null where every tab leads itself. */
  private readonly channel: BroadcastChannel | null = null;
  private readonly mine = new Map<string, Set<Listener>>();
  private readonly others = new Map<string, Ticket[]>();
  private connection: Connection = "connecting";
  private leading = false;
  private following = "";
  private stream: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;

  constructor() {
    if (!navigator.locks) {
      this.lead(false);
      return;
    }
    this.channel = new BroadcastChannel(NAME);
    this.channel.onmessage = ({ data }: MessageEvent<Note>) => this.hear(data);
    addEventListener("pagehide", () => this.post({ kind: "want", tab: this.tab, matches: [] }));
    addEventListener("pageshow", ({ persisted }) => persisted && this.want());
    void this.stand(navigator.locks);
  }

  /** Follows a match until the function that it returns is called. */
  follow(id: string, listener: Listener): () => void {
    const here = this.mine.get(id) ?? new Set();
    this.mine.set(id, here.add(listener));
    listener.changed(this.connection);
    this.want();
    return () => {
      here.delete(listener);
      if (here.size === 0) this.mine.delete(id);
      this.want();
    };
  }

  /** Ends everything, as a tab does that is closed. */
  close(): void {
    this.post({ kind: "want", tab: this.tab, matches: [] });
    this.channel?.close();
    clearTimeout(this.timer);
    const stream = this.stream;
    this.stream = null;
    stream?.abort();
  }

  /** Leads at once if nobody does; else waits for the leader's end. Nobody followed in between: something may be missed. */
  private async stand(locks: LockManager): Promise<void> {
    const forever = () => new Promise<never>(() => {});
    const first = await new Promise<boolean>((answer) => {
      void locks.request(NAME, { ifAvailable: true }, (lock) => {
        answer(lock !== null);
        return lock ? forever() : undefined;
      });
    });
    if (first) return this.lead(false);
    await locks.request(NAME, () => {
      this.lead(true);
      return forever();
    });
  }

  private lead(missed: boolean): void {
    this.leading = true;
    if (missed) this.connection = "lost";
    this.post({ kind: "who" });
    this.renew();
  }

  private want(): void {
    this.post({ kind: "want", tab: this.tab, matches: this.wanted() });
    if (this.leading) this.renew();
  }

  private wanted(): Ticket[] {
    return [...this.mine].map(([id, listeners]) => {
      const [first] = listeners;
      return { id, token: first?.token ?? null, after: first?.known() ?? -1 };
    });
  }

  private hear(note: Note): void {
    if (this.leading) {
      if (note.kind !== "want") return;
      if (note.matches.length > 0) this.others.set(note.tab, note.matches);
      else this.others.delete(note.tab);
      this.post({ kind: "state", connection: this.connection, missed: false });
      this.renew();
    } else if (note.kind === "who") this.want();
    else if (note.kind === "reached") this.wake(note.id, note.seq);
    else if (note.kind === "state") this.change(note.connection, note.missed);
  }

  private wake(id: string, seq: number): void {
    for (const listener of this.mine.get(id) ?? []) listener.reached(seq);
  }

  private change(connection: Connection, missed: boolean): void {
    this.connection = connection;
    for (const listener of [...this.mine.values()].flatMap((here) => [...here])) {
      listener.changed(connection);
      if (missed) listener.missed();
    }
  }

  /** Opens another stream if other matches are shown than it follows. */
  private renew(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.names() !== this.following || !this.stream) void this.open();
    }, TOGETHER);
  }

  /** One for each match, from the oldest event that a tab knows. */
  private tickets(): Ticket[] {
    const all = new Map<string, Ticket>();
    for (const { id, token, after } of [...this.wanted(), ...[...this.others.values()].flat()]) {
      const known = all.get(id);
      all.set(id, { id, token: known?.token ?? token, after: Math.min(known?.after ?? after, after) });
    }
    return [...all.values()].slice(0, MOST);
  }

  private names(): string {
    const names = this.tickets().map(({ id, token }) => `${id} ${token}`);
    return names.sort().join();
  }

  private async open(): Promise<void> {
    const before = this.stream;
    const tickets = this.tickets();
    this.following = this.names();
    if (tickets.length === 0) {
      before?.abort();
      this.stream = null;
      return;
    }
    const own = new AbortController();
    this.stream = own;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), SILENCE);
    };
    try {
      alive();
      const news = await openStream(tickets, own.signal);
      // The one before ends only now, so that nothing is missed.
      before?.abort();
      this.wait = FIRST_WAIT;
      this.tell(this.connection === "lost");
      for await (const { id, seq } of reached(news, alive)) {
        if (seq === null) continue;
        this.post({ kind: "reached", id, seq });
        this.wake(id, seq);
        for (const ticket of [...this.others.values()].flat())
          if (ticket.id === id) ticket.after = Math.max(ticket.after, seq);
      }
    } catch {
      // Lost: below, as when the server ends the stream.
    }
    clearTimeout(silence);
    before?.abort();
    if (this.stream !== own) return;
    this.stream = null;
    this.change("lost", false);
    this.post({ kind: "state", connection: "lost", missed: false });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  private tell(missed: boolean): void {
    this.change("live", missed);
    this.post({ kind: "state", connection: "live", missed });
  }

  private post(note: Note): void {
    this.channel?.postMessage(note);
  }
}

/** The messages of server-sent events as they come; `alive` hears of every piece, also of those without a message. */
export async function* reached(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
): AsyncGenerator<{ id: string; seq: number | null }> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    alive();
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
  }
}

let shared: Wakeups | undefined;

/** The wake-ups of this tab. */
export function wakeups(): Wakeups {
  shared ??= new Wakeups();
  return shared;
}
