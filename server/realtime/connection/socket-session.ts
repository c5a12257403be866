import type { Database } from "../../database/database.ts";
import type { GatewayDeps } from "../../gateway/caller.ts";
import type { LogError } from "../../gateway/request-ids.ts";
import { type Broadcasts, frameOf } from "../broadcast/broadcasts.ts";
import { type Binding, findUnservable } from "../changes/bindings.ts";
import type { ChangeFeed } from "../changes/change-feed.ts";
import { Channel } from "../channels/channel.ts";
import type { ChannelRegistry } from "../channels/channel-registry.ts";
import { authoriseChannel, channelCaller, JoinError, readJoin } from "../channels/join.ts";
import { readReplay } from "../channels/replay.ts";
import { LIMITS, RateLimit } from "../limits.ts";
import type { Presences } from "../presence/presences.ts";
import { encode, type Frame, isObject, type Message, type Version } from "../protocol.ts";

export interface SocketSessionDeps {
  database: Database;
  gateway: Pick<GatewayDeps, "keys" | "tokens">;
  feed: ChangeFeed;
  topics: ChannelRegistry;
  broadcasts: Broadcasts;
  presences: Presences;
  log: LogError;
}

/** Handles the messages of one socket and has its joined channels. */
export class SocketSession {
  readonly #channels = new Map<string, Channel>();
  readonly #joins = new RateLimit(LIMITS.joinsPerSecond);

  constructor(
    private readonly version: Version,
    private readonly key: string | null,
    private readonly send: (frame: Frame) => void,
    private readonly deps: SocketSessionDeps,
  ) {}

  get #heldBytes(): number {
    return [...this.#channels.values()].reduce((sum, { heldBytes }) => sum + heldBytes, 0);
  }

  /** Leaves every channel. */
  end(): void {
    for (const channel of this.#channels.values()) this.#leave(channel);
  }

  /** `size` is the size of the whole frame in bytes. */
  async handle(message: Message, size: number): Promise<void> {
    if (message.topic === "phoenix") {
      if (message.event === "heartbeat") this.#reply(message, "ok", {});
      return;
    }
    if (message.event === "phx_join") return this.#join(message, size);
    const channel = this.#channels.get(message.topic);
    if (!channel) return this.#reply(message, "error", { reason: "unmatched topic" });
    switch (message.event) {
      case "phx_leave":
        this.#leave(channel);
        return this.#reply(message, "ok", {});
      case "access_token":
        return this.#replaceToken(channel, message.payload.access_token);
      case "broadcast":
        return this.#broadcast(channel, message, size);
      case "presence":
        return this.#presence(channel, message, size);
      default:
        return this.#reply(message, "error", { reason: "unknown event" });
    }
  }

  async #join(message: Message, size: number): Promise<void> {
    const { topic } = message;
    if (topic === "realtime:")
      return this.#reply(message, "error", { reason: "TopicNameRequired: You must provide a topic name" });
    if (!topic.startsWith("realtime:")) return this.#reply(message, "error", { reason: "unmatched topic" });
    const previous = this.#channels.get(topic);
    if (previous) this.#leave(previous);
    try {
      if (!this.#joins.take()) throw new JoinError("ClientJoinRateLimitReached", "Too many joins per second");
      if (this.#channels.size >= LIMITS.channels)
        throw new JoinError("ChannelRateLimitReached", "Too many channels");
      if (this.#heldBytes + size > LIMITS.heldBytes)
        throw new JoinError("ChannelRateLimitReached", "Too many bytes of channels");
      const settings = await readJoin(message, size, this.version, this.key, this.deps);
      const channel: Channel = new Channel(settings, this.send, () => void this.#reauthorize(channel));
      await this.#open(channel, message);
    } catch (error) {
      if (!(error instanceof JoinError)) throw error;
      this.#reply(message, "error", { reason: error.message });
    }
  }

  async #open(channel: Channel, message: Message): Promise<void> {
    this.#channels.set(channel.topic, channel);
    this.deps.topics.add(channel);
    const unserved = await this.#subscribe(channel);
    this.#reply(message, "ok", {
      postgres_changes: channel.bindings.map(({ conditions: _, ...binding }) => binding),
    });
    this.#syncPresence(channel);
    // The relay has been listening since the host started.
    if (channel.broadcast.replication_ready)
      channel.system("ok", "system", "Replication connection established");
    reportSubscription(channel, unserved);
    const { replay } = channel.broadcast;
    if (!replay || !channel.canReceive("broadcast")) return;
    const { database } = this.deps;
    for (const broadcast of await readReplay(database, channel.address.name, replay)) {
      const frame = frameOf(broadcast, channel);
      if (frame) channel.send(frame);
    }
  }

  /** Subscribes before the reply, so that no later change is missed. Returns a binding that cannot be served. */
  async #subscribe(channel: Channel): Promise<Binding | null> {
    if (channel.bindings.length === 0) return null;
    const look = async () => {
      const live = await this.deps.feed.tables.all();
      return findUnservable(channel.bindings, live.values(), channel.caller.role);
    };
    let unserved = await look();
    if (unserved) {
      // The table may have been published just now, before its notification arrived.
      this.deps.feed.tables.invalidate();
      unserved = await look();
    }
    if (unserved) this.deps.feed.remove(channel);
    else if (this.#channels.get(channel.topic) === channel) this.deps.feed.add(channel);
    return unserved;
  }

  /** An invalid token closes the channel; the client then joins again with a valid one. */
  async #replaceToken(channel: Channel, token: unknown): Promise<void> {
    // As in Realtime, a missing token changes nothing.
    if (token === null || token === undefined) return;
    try {
      const caller = await channelCaller(token, this.key, this.deps);
      const before = channel.caller.role;
      channel.renew(caller, await authoriseChannel(this.deps, caller, channel.address));
      // Another role may read other tables and columns.
      if (before !== caller.role) reportSubscription(channel, await this.#subscribe(channel));
    } catch (error) {
      if (!(error instanceof JoinError)) throw error;
      this.#close(channel, error.reason);
    }
  }

  /** Closes the channel if its token has expired or the policies no longer allow it. */
  async #reauthorize(channel: Channel): Promise<void> {
    if (this.#channels.get(channel.topic) !== channel) return;
    if (channel.expires <= Date.now()) return this.#close(channel, "Access token has expired");
    try {
      channel.renew(channel.caller, await authoriseChannel(this.deps, channel.caller, channel.address));
      if (this.#channels.get(channel.topic) !== channel) channel.close();
    } catch (error) {
      if (!(error instanceof JoinError)) this.deps.log("realtime confirmation", error);
      this.#close(channel, error instanceof JoinError ? error.reason : "Unable to confirm the channel");
    }
  }

  #close(channel: Channel, message: string): void {
    channel.system("error", "system", message);
    channel.push("phx_close", {}, channel.joinRef);
    this.#leave(channel);
  }

  async #broadcast(channel: Channel, message: Message, size: number): Promise<void> {
    const { ack } = channel.broadcast;
    if (!(await channel.access.canWrite(channel.caller, "broadcast")))
      return ack ? this.#reply(message, "error", { reason: "Unauthorized" }) : undefined;
    if (size > LIMITS.payload)
      return ack ? this.#reply(message, "error", { reason: "Payload size exceeded" }) : undefined;
    const { event } = message.payload;
    const broadcast = {
      topic: channel.address,
      event: typeof event === "string" ? event : "",
      message: message.payload,
      ...(message.binary ? { binary: message.binary.toString("base64") } : {}),
    };
    this.deps.broadcasts.send(broadcast, channel);
    if (ack) this.#reply(message, "ok", {});
  }

  async #presence(channel: Channel, message: Message, size: number): Promise<void> {
    const { event, payload = {} } = message.payload;
    if (!channel.presenceRate.take()) return this.#close(channel, "Too many presence messages per second");
    switch (String(event).toLowerCase()) {
      case "track": {
        if (!(await channel.access.canWrite(channel.caller, "presence")))
          return this.#reply(message, "error", { reason: "Unauthorized" });
        const held = this.#heldBytes - (channel.presence.meta?.length ?? 0) + size;
        if (size > LIMITS.payload || held > LIMITS.heldBytes)
          return this.#reply(message, "error", { reason: "Payload size exceeded" });
        if (!isObject(payload))
          return this.#reply(message, "error", { reason: "Presence track payload must be a map" });
        if (this.#channels.get(channel.topic) !== channel) return;
        const late = !channel.presence.enabled;
        channel.presence.enabled = true;
        const tracked = this.deps.presences.track(channel, payload);
        // A channel that becomes present receives the presence state.
        if (late) this.#syncPresence(channel);
        if (!tracked) return this.#reply(message, "error", { reason: "Presence size of the topic exceeded" });
        return this.#reply(message, "ok", {});
      }
      case "untrack":
        this.deps.presences.untrack(channel);
        return this.#reply(message, "ok", {});
      default:
        return this.#reply(message, "error", { reason: "Unknown presence event" });
    }
  }

  #syncPresence(channel: Channel): void {
    if (!channel.presence.enabled || !channel.canReceive("presence")) return;
    channel.push("presence_state", this.deps.presences.stateOf(channel.address));
  }

  #leave(channel: Channel): void {
    channel.close();
    this.deps.feed.remove(channel);
    this.deps.topics.remove(channel);
    this.#channels.delete(channel.topic);
    this.deps.presences.untrack(channel);
  }

  #reply({ joinRef, ref, topic }: Message, status: "ok" | "error", response: Record<string, unknown>): void {
    this.send(
      encode(this.version, { joinRef, ref, topic, event: "phx_reply", payload: { status, response } }),
    );
  }
}

function reportSubscription(channel: Channel, unserved: Binding | null): void {
  if (channel.bindings.length === 0) return;
  if (unserved) channel.system("error", "postgres_changes", unsupportedMessage(unserved));
  else channel.system("ok", "postgres_changes", "Subscribed to PostgreSQL");
}

/** Realtime's message. */
function unsupportedMessage({ event, schema, table, filter }: Binding): string {
  const parameters = `[event: ${event}, schema: ${schema}, table: ${table ?? "*"}, filters: ${filter ?? ""}]`;
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${parameters}`;
}
