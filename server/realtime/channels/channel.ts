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
  /** The size of the join in bytes. */
  size: number;
  joinRef: string | null;
  version: Version;
  bindings: readonly Binding[];
  caller: Caller;
  access: Access;
  /**
   * Whether a broadcast is sent back to its sender, whether it is acknowledged, and whether the channel is told when
   * broadcasts from SQL can reach it.
   */
  broadcast: {
    self: boolean;
    ack: boolean;
    replication_ready: boolean;
    replay?: ReplayOptions | null | undefined;
  };
  /** `enabled` channels receive the presence of others. */
  presence: { key: string; enabled: boolean };
}

/**
 * How often a token's expiry and a private channel's policies are checked again, as in Realtime. An expiring token is
 * checked earlier.
 */
const REAUTHORIZE_MS = 5 * 60_000;

/** A topic that a socket has joined. Closes when its token expires. */
export class Channel implements Subscriber {
  /** The topic as sent by the client, and without `realtime:`. */
  readonly topic: string;
  readonly address: Topic;
  readonly size: number;
  readonly joinRef: string | null;
  readonly version: Version;
  readonly bindings: readonly Binding[];
  readonly bindingsKey: string;
  readonly broadcast: ChannelSettings["broadcast"];
  /** `ref` is set while this channel is present. */
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

  /** Sets a new token, or new permissions for the same token. */
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

  /** Bytes of memory that this channel occupies: see LIMITS.heldBytes. */
  get heldBytes(): number {
    return this.size + (this.presence.meta?.length ?? 0);
  }

  canReceive(extension: Extension): boolean {
    return this.access.read[extension];
  }

  push(event: string, payload: Message["payload"], joinRef: string | null = null): void {
    this.send(encode(this.version, { joinRef, ref: null, topic: this.topic, event, payload }));
  }

  /** Sends a Realtime `system` message about the channel's state. */
  system(status: "ok" | "error", extension: string, message: string): void {
    this.push("system", { channel: this.address.name, extension, message, status });
  }

  close(): void {
    clearTimeout(this.#reauthorization);
  }
}
