/** Where the reader is, from the part of the address after the #. */
import { useSyncExternalStore } from "react";

export type Route =
  | { page: "home" }
  | { page: "match"; id: string }
  | { page: "join"; id: string; invitation: string }
  | { page: "unknown" };

export function parseRoute(hash: string): Route {
  const [page = "", id = "", invitation = ""] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decode);
  if (page === "") return { page: "home" };
  if (page === "match" && id) return { page, id };
  if (page === "join" && id && invitation) return { page, id, invitation };
  return { page: "unknown" };
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
