/** Where the reader is, from the part of the address after the #. */
import { useSyncExternalStore } from "react";

export type Route =
  | { page: "home" }
  | { page: "new"; game: string; query: string }
  | { page: "match"; id: string }
  | { page: "join"; id: string; invitation: string }
  | { page: "unknown" };

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [page = "", id = "", invitation = ""] = path.split("/").map(decode);
  if (page === "") return { page: "home" };
  if (page === "new" && id) return { page, game: id, query };
  if (page === "match" && id) return { page, id };
  if (page === "join" && id && invitation) return { page, id, invitation };
  return { page: "unknown" };
}

/** The page of a game, with options already chosen. */
export function newAddress(game: string, query = ""): string {
  return `#/new/${encodeURIComponent(game)}${query && `?${query}`}`;
}

export function matchAddress(id: string): string {
  return `#/match/${encodeURIComponent(id)}`;
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
