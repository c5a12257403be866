import type { Topic } from "./topic.ts";

/** What server processes tell each other. */
export type Message =
  | ({ kind: "broadcast" } & Broadcast)
  | { kind: "presence"; topic: Topic; joined: readonly Presence[]; left: readonly PresenceRef[] }
  /** A process that has just started asks the others who is present with them. */
  | { kind: "hello" }
  | { kind: "alive" }
  | { kind: "bye" };

/** What one client says to the others of a topic. */
export interface Broadcast {
  topic: Topic;
  event: string;
  /** The message as the wire has it: type, event, payload, and whatever else its sender put there. */
  message: Readonly<Record<string, unknown>>;
  /** A body that is no JSON, in base64; then `message` has no payload. */
  binary?: string;
}

/** One channel that is present, under a key that several may use. */
export interface Presence {
  ref: string;
  /** The ref that this one replaces. */
  previous?: string;
  key: string;
  meta: Readonly<Record<string, unknown>>;
}

export type PresenceRef = string;
