import type { Caller } from "../../database/database.ts";
import { type Binding, bindingsKey } from "../changes/bindings.ts";
import { identityOf, type Subscriber } from "../changes/subscriber.ts";
import { LIMITS, RateLimit } from "../limits.ts";
import { encode, type Frame, type Message, type Version } from "../protocol.ts";
import type { Topic } from "../topic.ts";
import type { Access, Extension } from "./authorization.ts";
import type { ReplayOptions } from "./replay.ts";

export interface ChannelSettings {
  topic: string;
  private: boolean;
  /** Bytes of the join. */
  size: number;
  joinRef: string | null;
  version: Version;
  bindings: readonly Binding[];
  caller: Caller;
  access: Access;
  /**
   * Does a broadcast come back to who sent it, is it acknowledged, and shall the channel be told once broadcasts from SQL
   * can reach it?
   */
  broadcast: {
    self: boolean;
    ack: boolean;
    replication_ready: boolean;
    replay?: ReplayOptions | null | undefined;
  };
  /** `enabled` channels are told who else is present. */
  presence: { key: string; enabled: boolean };
}

/** As upstream: a token's time and a private channel's policies are looked at again this often, or when the token ends. */
const REAUTHORIZE_MS = 5 * 60_000;

/** A topic that a socket has joined. It ends with its token. */
export class Channel implements Subscriber {
  /** As the wire has it, and without `realtime:`. */
  readonly topic: string;
  readonly address: Topic;
  readonly size: number;
  readonly joinRef: string | null;
  readonly version: Version;
  readonly bindings: readonly Binding[];
  readonly bindingsKey: string;
  readonly broadcast: ChannelSettings["broadcast"];
  /** `ref` while this channel is itself present. */
  readonly presence: { readonly key: string; enabled: boolean; ref: string | null; meta: string | null };
  readonly presenceRate = new RateLimit(LIMITS.presencesPerSecond);
  caller: Caller;
  access: Access;
  identity: string;
  #reauthorization: NodeJS.Timeout | undefined;

  constructor(
    settings: ChannelSettings,
    readonly send: (frame: Frame) => void,
    private readonly confirm: () => void,
  ) {
    this.topic = settings.topic;
    this.address = { name: settings.topic.replace(/^realtime:/, ""), private: settings.private };
    this.size = settings.size;
    this.joinRef = settings.joinRef;
    this.version = settings.version;
    this.bindings = settings.bindings;
    this.broadcast = settings.broadcast;
    this.presence = { ...settings.presence, ref: null, meta: null };
    this.bindingsKey = bindingsKey(settings.bindings);
    this.caller = settings.caller;
    this.access = settings.access;
    this.identity = identityOf(settings.caller);
    this.renew(settings.caller, settings.access);
  }

  /** A fresh token of the same or another account, or a fresh look at what it may do. */
  renew(caller: Caller, access: Access): void {
    this.caller = caller;
    this.access = access;
    this.identity = identityOf(caller);
    clearTimeout(this.#reauthorization);
    const left = this.expires - Date.now();
    this.#reauthorization = setTimeout(this.confirm, Math.max(0, Math.min(left, REAUTHORIZE_MS)));
    this.#reauthorization.unref();
  }

  /** Unix milliseconds; a key does not expire. */
  get expires(): number {
    const { exp } = this.caller.claims;
    return typeof exp === "number" ? exp * 1000 : Number.POSITIVE_INFINITY;
  }

  /** Bytes that this channel makes the host hold: see LIMITS.held. */
  get heldBytes(): number {
    return this.size + (this.presence.meta?.length ?? 0);
  }

  canReceive(extension: Extension): boolean {
    return this.access.read[extension];
  }

  push(event: string, payload: Message["payload"], joinRef: string | null = null): void {
    this.send(encode(this.version, { joinRef, ref: null, topic: this.topic, event, payload }));
  }

  /** What upstream calls a system message: a word on the channel's own state. */
  system(status: "ok" | "error", extension: string, message: string): void {
    this.push("system", { channel: this.address.name, extension, message, status });
  }

  close(): void {
    clearTimeout(this.#reauthorization);
  }
}
