import type { Topic } from "./topic.ts";

/** A message between server processes. */
export type Message =
  | ({ kind: "broadcast" } & Broadcast)
  | { kind: "presence"; topic: Topic; joined: readonly Presence[]; left: readonly PresenceRef[] }
  /** A starting process asks the others for their presences. */
  | { kind: "hello" }
  | { kind: "alive" }
  | { kind: "bye" };

/** A broadcast to the channels of a topic. */
export interface Broadcast {
  topic: Topic;
  event: string;
  /** The message in the client's form: type, event, payload, and any other fields of the sender. */
  message: Readonly<Record<string, unknown>>;
  /** A body that is not JSON, in base64; `message` then has no payload. */
  binary?: string;
}

/** One present channel. Several channels may use the same key. */
export interface Presence {
  ref: string;
  /** The ref that this one replaces. */
  previous?: string;
  key: string;
  meta: Readonly<Record<string, unknown>>;
}

export type PresenceRef = string;
