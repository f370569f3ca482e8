/** Where the reader is, from the part of the address after the #. */
import { useSyncExternalStore } from "react";
import type { Subject } from "./analysis/place";

export type Route =
  | { page: "home" }
  | { page: "new"; game: string; query: string }
  | { page: "match"; id: string; at?: number }
  | { page: "join"; id: string; invitation: string }
  | { page: "learn" }
  | { page: "puzzle"; game: string; number: number }
  | { page: "arena"; run: string | null }
  | { page: "boards" }
  | { page: "analyse"; subject: Subject; query: string }
  | { page: "unknown" };

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [page = "", id = "", invitation = ""] = path.split("/").map(decode);
  if (page === "") return { page: "home" };
  // A run has the name of its folder, slashes included.
  if (page === "arena") return { page, run: path.split("/").slice(1).map(decode).join("/") || null };
  if (page === "new" && id) return { page, game: id, query };
  // The third part is a place in the history: the number of an event.
  if (page === "match" && id && !invitation) return { page, id };
  if (page === "match" && id && /^\d{1,9}$/.test(invitation)) return { page, id, at: Number(invitation) };
  if (page === "join" && id && invitation) return { page, id, invitation };
  if (page === "learn" && !id) return { page };
  if (page === "learn" && /^[1-9]\d{0,5}$/.test(invitation))
    return { page: "puzzle", game: id, number: Number(invitation) };
  if (page === "analyse" && !id) return { page: "boards" };
  if (page === "analyse" && id && invitation) {
    const subject = id === "match" ? { match: invitation } : { game: id, preset: invitation };
    return { page, subject, query };
  }
  return { page: "unknown" };
}

export function puzzleAddress(game: string, number: number): string {
  return `#/learn/${encodeURIComponent(game)}/${number}`;
}

/** The page of a game, with options already chosen. */
export function newAddress(game: string, query = ""): string {
  return `#/new/${encodeURIComponent(game)}${query && `?${query}`}`;
}

export function matchAddress(id: string, at: number | null = null): string {
  return `#/match/${encodeURIComponent(id)}${at === null ? "" : `/${at}`}`;
}

/** The page of a run, or of all of them. */
export function arenaAddress(run: string | null = null): string {
  return `#/arena${run === null ? "" : `/${run.split("/").map(encodeURIComponent).join("/")}`}`;
}

/** The address for somebody else: of the match, or of a place in it. */
export function matchLink(id: string, at: number | null = null): string {
  return `${location.origin}${location.pathname}${matchAddress(id, at)}`;
}

/** Goes to an address in place of this one: stepping through a match leaves no trail for the back button. */
export function replaceAddress(address: string): void {
  history.replaceState(null, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export function invitationLink(id: string, invitation: string): string {
  const path = `#/join/${encodeURIComponent(id)}/${encodeURIComponent(invitation)}`;
  return `${location.origin}${location.pathname}${path}`;
}

export function useRoute(): Route {
  return parseRoute(useSyncExternalStore(subscribe, () => location.hash));
}

function subscribe(tell: () => void): () => void {
  addEventListener("hashchange", tell);
  return () => removeEventListener("hashchange", tell);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
