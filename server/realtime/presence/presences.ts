import type { Channel } from "../channels/channel.ts";
import type { ChannelRegistry } from "../channels/channel-registry.ts";
import { LIMITS } from "../limits.ts";
import type { Relay } from "../relay.ts";
import type { Presence, PresenceRef } from "../relay-messages.ts";
import { type Topic, topicKey } from "../topic.ts";

type TrackedPresence = Presence & { process: string; bytes: number };

interface TopicPresence {
  topic: Topic;
  present: Map<PresenceRef, TrackedPresence>;
  /** Of all presences in the topic. */
  bytes: number;
}

/** Phoenix's form: keys with their metas. Source: phoenix, presence.js. */
type Metas = Record<string, { metas: Record<string, unknown>[] }>;

/** The heartbeat interval of a process, and the silence after which it counts as dead. */
const HEARTBEAT_MS = 10_000;
const DEAD_AFTER_MS = 35_000;

/**
 * The presence state of every topic. Each process has the state of all processes and sends its own changes to the
 * others.
 */
export class Presences {
  readonly #topics = new Map<string, TopicPresence>();
  readonly #lastHeartbeats = new Map<string, number>();
  #count = 0;
  #heartbeatTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly channels: ChannelRegistry,
    private readonly relay: Relay,
  ) {}

  open(): void {
    if (this.relay.isSingleProcess) return;
    this.relay.send({ kind: "hello" });
    this.#heartbeatTimer = setInterval(() => {
      this.relay.send({ kind: "alive" });
      for (const [process, at] of this.#lastHeartbeats)
        if (performance.now() - at > DEAD_AFTER_MS) this.removeProcess(process);
    }, HEARTBEAT_MS);
    this.#heartbeatTimer.unref();
  }

  close(): void {
    clearInterval(this.#heartbeatTimer);
    this.relay.send({ kind: "bye" });
  }

  /** Makes the channel present, or updates its presence. Returns false if its topic has no room. */
  track(channel: Channel, meta: Readonly<Record<string, unknown>>): boolean {
    const previous = channel.presence.ref;
    const text = JSON.stringify(meta);
    // As in Realtime, an unchanged presence is not sent again.
    if (previous !== null && channel.presence.meta === text) return true;
    const ref = `${this.relay.id.slice(0, 8)}.${(++this.#count).toString(36)}`;
    const { key } = channel.presence;
    const presence: Presence = { ref, key, meta, ...(previous === null ? {} : { previous }) };
    const place = this.#topics.get(topicKey(channel.address));
    const replaced = place?.present.get(previous ?? "")?.bytes ?? 0;
    if ((place?.bytes ?? 0) - replaced + bytesOf(presence) > LIMITS.presences) return false;
    channel.presence.ref = ref;
    channel.presence.meta = text;
    this.#publish(channel.address, [presence], previous === null ? [] : [previous]);
    return true;
  }

  untrack(channel: Channel): void {
    const { ref } = channel.presence;
    if (ref === null) return;
    channel.presence.ref = null;
    channel.presence.meta = null;
    this.#publish(channel.address, [], [ref]);
  }

  /** The presence state of a topic, as the payload of `presence_state`. */
  stateOf(topic: Topic): Metas {
    return metas(this.#topics.get(topicKey(topic))?.present.values() ?? []);
  }

  /**
   * Records a heartbeat of another process. A process that was unknown or counted as dead is asked for its presences.
   */
  recordHeartbeat(process: string): void {
    if (!this.#lastHeartbeats.has(process)) this.relay.send({ kind: "hello" });
    this.#lastHeartbeats.set(process, performance.now());
  }

  /** Applies a change and sends it to the local channels. `process` is the process where it happened. */
  apply(topic: Topic, joined: readonly Presence[], left: readonly PresenceRef[], process: string): void {
    const key = topicKey(topic);
    const place: TopicPresence = this.#topics.get(key) ?? { topic, present: new Map(), bytes: 0 };
    this.#topics.set(key, place);
    const gone = left.flatMap((ref) => place.present.get(ref) ?? []);
    const fresh = joined.filter(({ ref }) => !place.present.has(ref));
    for (const { ref, bytes } of gone) {
      place.present.delete(ref);
      place.bytes -= bytes;
    }
    for (const presence of fresh) {
      const bytes = bytesOf(presence);
      place.present.set(presence.ref, { ...presence, process, bytes });
      place.bytes += bytes;
    }
    if (place.present.size === 0) this.#topics.delete(key);
    if (gone.length + fresh.length === 0) return;
    const diff = { joins: metas(fresh), leaves: metas(gone) };
    for (const channel of this.channels.channelsOf(topic))
      if (channel.presence.enabled && channel.canReceive("presence")) channel.push("presence_diff", diff);
  }

  /** Sends this process's presences to a process that has just started. */
  announce(): void {
    for (const { topic, present } of this.#topics.values()) {
      const joined = [...present.values()].filter(({ process }) => process === this.relay.id);
      if (joined.length > 0) this.relay.send({ kind: "presence", topic, joined, left: [] });
    }
  }

  removeProcess(process: string): void {
    this.#lastHeartbeats.delete(process);
    for (const { topic, present } of [...this.#topics.values()]) {
      const left = [...present.values()].filter((one) => one.process === process).map(({ ref }) => ref);
      if (left.length > 0) this.apply(topic, [], left, process);
    }
  }

  #publish(topic: Topic, joined: readonly Presence[], left: readonly PresenceRef[]): void {
    this.apply(topic, joined, left, this.relay.id);
    this.relay.send({ kind: "presence", topic, joined, left });
  }
}

function bytesOf(presence: Presence): number {
  return Buffer.byteLength(JSON.stringify(presence));
}

function metas(present: Iterable<Presence>): Metas {
  const found = new Map<string, { metas: Record<string, unknown>[] }>();
  for (const { ref, previous, key, meta } of present) {
    const entry = found.get(key) ?? { metas: [] };
    found.set(key, entry);
    entry.metas.push({
      ...meta,
      phx_ref: ref,
      ...(previous === undefined ? {} : { phx_ref_prev: previous }),
    });
  }
  return Object.fromEntries(found);
}
