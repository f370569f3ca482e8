/** The seats that this browser holds, by match: what lets a reload resume. A token never leaves but to its server. */
import { useSyncExternalStore } from "react";
import { keep, recall } from "./preferences";

export interface Invitation {
  seat: number;
  invitation: string;
}

export interface Seat {
  id: string;
  seat: number;
  /** All the seats that the token stands for, where there are several: one person plays both sides. */
  seats?: number[];
  token: string;
  title: string;
  since: number;
  invitations: Invitation[];
}

const NAME = "seats";
const listeners = new Set<() => void>();
let cached: { text: string | null; seats: Seat[] } = { text: null, seats: [] };

export function seats(): Seat[] {
  const text = recall(NAME);
  if (text !== cached.text) cached = { text, seats: read(text) };
  return cached.seats;
}

export function seatIn(id: string): Seat | undefined {
  return seats().find((seat) => seat.id === id);
}

export function takeSeat(seat: Omit<Seat, "since">): void {
  write([{ ...seat, since: Date.now() }, ...seats().filter(({ id }) => id !== seat.id)]);
}

export function leaveSeat(id: string): void {
  write(seats().filter((seat) => seat.id !== id));
}

export function useSeats(): Seat[] {
  return useSyncExternalStore(subscribe, seats);
}

function read(text: string | null): Seat[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.token === "string") : [];
  } catch {
    return [];
  }
}

function write(next: Seat[]): void {
  keep(NAME, JSON.stringify(next));
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  const told = (event: StorageEvent) => {
    if (event.key === `boardwright.${NAME}`) tell();
  };
  listeners.add(tell);
  addEventListener("storage", told);
  return () => {
    listeners.delete(tell);
    removeEventListener("storage", told);
  };
}
