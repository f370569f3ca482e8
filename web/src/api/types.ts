/** The shapes that the page draws, under the names that it uses for them: all from the server's own description. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Match = Schemas["Match"];
export type View = Schemas["View"];
export type Board = View["board"];
export type Piece = Board["pieces"][number];
export type Edge = Board["edges"][number];
export type Choice = View["choices"][number];
export type HistoryEntry = Match["history"][number];
export type Text = Schemas["Told"];
export type Game = Schemas["GameOffer"];
export type Agent = Schemas["AgentOffer"];
export type Summary = Schemas["Summary"];
export type Gone = Schemas["Gone"];
export type Created = Schemas["Created"];
export type Joined = Schemas["Joined"];
export type Rematch = Schemas["Rematch"];
export type Preset = Game["presets"][number];
export type Panel = View["panels"][number];
export type Clock = NonNullable<Match["clock"]>;
export type Refusal = Schemas["WhyNot"];
