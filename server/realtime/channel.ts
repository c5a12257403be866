import type { Caller } from "../database/database.ts";
import type { Binding } from "./bindings.ts";
import { encode, type Message, type Version } from "./protocol.ts";
import { identityOf, type Subscriber } from "./subscriber.ts";

export interface ChannelSettings {
  topic: string;
  joinRef: string | null;
  version: Version;
  bindings: readonly Binding[];
  caller: Caller;
  /** Does a broadcast come back to who sent it, and is it acknowledged? */
  broadcast: { self: boolean; ack: boolean };
}

/** A topic that a socket has joined. It ends with its token. */
export class Channel implements Subscriber {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly version: Version;
  readonly bindings: readonly Binding[];
  readonly bindingsKey: string;
  readonly broadcast: ChannelSettings["broadcast"];
  caller: Caller;
  identity: string;
  #expiry: NodeJS.Timeout | undefined;

  constructor(
    settings: ChannelSettings,
    readonly send: (frame: string) => void,
    private readonly expired: () => void,
  ) {
    this.topic = settings.topic;
    this.joinRef = settings.joinRef;
    this.version = settings.version;
    this.bindings = settings.bindings;
    this.broadcast = settings.broadcast;
    this.bindingsKey = settings.bindings.map(({ id }) => id).join();
    this.caller = settings.caller;
    this.identity = identityOf(settings.caller);
    this.renew(settings.caller);
  }

  /** A fresh token of the same or another account. */
  renew(caller: Caller): void {
    this.caller = caller;
    this.identity = identityOf(caller);
    clearTimeout(this.#expiry);
    const { exp } = caller.claims;
    if (typeof exp !== "number") return;
    this.#expiry = setTimeout(this.expired, Math.max(0, exp * 1000 - Date.now()));
    this.#expiry.unref();
  }

  push(event: string, payload: Message["payload"], joinRef: string | null = null): void {
    this.send(encode(this.version, { joinRef, ref: null, topic: this.topic, event, payload }));
  }

  /** What upstream calls a system message: a word on the channel's own state. */
  system(status: "ok" | "error", extension: string, message: string): void {
    this.push("system", { channel: this.topic.replace(/^realtime:/, ""), extension, message, status });
  }

  close(): void {
    clearTimeout(this.#expiry);
  }
}
