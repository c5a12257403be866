import type { RawData, WebSocket } from "ws";
import { z } from "zod";
import type { Caller } from "../database/database.ts";
import { credentialClaims, type GatewayDeps, roleOf } from "../gateway/caller.ts";
import { GatewayError } from "../gateway/errors.ts";
import { type Binding, readBindings, unservable } from "./bindings.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { Channel } from "./channel.ts";
import { decode, decodeBroadcast, encode, type Message, type Version } from "./protocol.ts";

/** For one socket. */
export const LIMITS = {
  channels: 100,
  messagesPerSecond: 100,
  /** Bytes of one message, either way. */
  message: 256 * 1024,
  /** Bytes that may wait for a reader: for a while, and at most. Beyond either it is dropped. */
  backlog: 4 * 1024 * 1024,
  backlogMs: 10_000,
  backlogMost: 16 * 1024 * 1024,
  /** Clients beat every 25 seconds. */
  silenceMs: 90_000,
} as const;

const joinConfig = z.object({
  postgres_changes: z.unknown(),
  private: z.boolean().nullish(),
  broadcast: z.object({ self: z.boolean().default(false), ack: z.boolean().default(false) }).nullish(),
});

export interface ConnectionDeps {
  gateway: Pick<GatewayDeps, "keys" | "tokens">;
  feed: ChangeFeed;
  /** The sockets of this process that share a topic hear each other's broadcasts. */
  peers: ReadonlySet<Connection>;
  log: (event: string, error: unknown) => void;
}

/** One socket and the channels it has joined. */
export class Connection {
  readonly channels = new Map<string, Channel>();
  /** Messages are answered in the order they came, though answering may have to ask the database. */
  #work: Promise<void> = Promise.resolve();
  #second = 0;
  #count = 0;
  #silence: NodeJS.Timeout;
  #backlog: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly version: Version,
    /** The key of the URL, good for who brings no token. */
    private readonly key: string | null,
    private readonly deps: ConnectionDeps,
  ) {
    this.#silence = setTimeout(() => socket.terminate(), LIMITS.silenceMs);
    this.#silence.unref();
    socket.on("message", (data, binary) => this.#heard(data, binary));
    socket.on("error", () => socket.terminate());
  }

  /** After the socket closed. */
  end(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#backlog);
    for (const channel of this.channels.values()) this.#drop(channel);
  }

  /** Drops a reader who does not keep up, rather than let memory grow for it. */
  send(frame: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > LIMITS.backlogMost) {
      this.socket.terminate();
      return;
    }
    this.socket.send(frame);
    if (this.socket.bufferedAmount > LIMITS.backlog) this.#watchBacklog();
  }

  #watchBacklog(): void {
    if (this.#backlog) return;
    this.#backlog = setTimeout(() => {
      this.#backlog = undefined;
      if (this.socket.bufferedAmount > LIMITS.backlog) this.socket.terminate();
    }, LIMITS.backlogMs);
    this.#backlog.unref();
  }

  #heard(data: RawData, binary: boolean): void {
    this.#silence.refresh();
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) [this.#second, this.#count] = [second, 0];
    if (++this.#count > LIMITS.messagesPerSecond) {
      this.socket.close(1008, "Too many messages per second");
      return;
    }
    const bytes = Buffer.isBuffer(data)
      ? data
      : Array.isArray(data)
        ? Buffer.concat(data)
        : Buffer.from(data);
    const message = binary ? decodeBroadcast(bytes) : decode(this.version, bytes.toString());
    if (!message) return;
    this.#work = this.#work
      .then(() => this.#answer(message))
      .catch((error: unknown) => {
        this.deps.log("realtime message", error);
        this.#reply(message, "error", { reason: "Internal error" });
      });
  }

  async #answer(message: Message): Promise<void> {
    if (message.topic === "phoenix") {
      if (message.event === "heartbeat") this.#reply(message, "ok", {});
      return;
    }
    if (message.event === "phx_join") return this.#join(message);
    const channel = this.channels.get(message.topic);
    if (!channel) return this.#reply(message, "error", { reason: "unmatched topic" });
    switch (message.event) {
      case "phx_leave":
        this.#drop(channel);
        this.#reply(message, "ok", {});
        return;
      case "access_token":
        return this.#renew(channel, message.payload.access_token);
      case "broadcast":
        return this.#broadcast(channel, message);
      case "presence":
        return this.#reply(message, "ok", {});
      default:
        return this.#reply(message, "error", { reason: "unknown event" });
    }
  }

  async #join(message: Message): Promise<void> {
    const { topic, payload } = message;
    if (!/^realtime:./.test(topic)) return this.#reply(message, "error", { reason: "unmatched topic" });
    const config = joinConfig.safeParse(payload.config ?? {});
    const bindings = config.success ? readBindings(config.data.postgres_changes) : null;
    if (!config.success || !bindings)
      return this.#reply(message, "error", { reason: "Invalid join configuration" });
    if (config.data.private) {
      return this.#reply(message, "error", {
        reason: "Unauthorized: You do not have permissions to read from this Channel topic",
      });
    }
    const previous = this.channels.get(topic);
    if (previous) this.#drop(previous);
    if (this.channels.size >= LIMITS.channels)
      return this.#reply(message, "error", { reason: "Too many channels" });
    const caller = await this.#caller(payload.access_token);
    if (!caller) return this.#reply(message, "error", { reason: "Invalid or expired access token" });

    const { version } = this;
    const broadcast = config.data.broadcast ?? { self: false, ack: false };
    const channel: Channel = new Channel(
      { topic, joinRef: message.joinRef, version, bindings, caller, broadcast },
      (frame) => this.send(frame),
      () => this.#expire(channel),
    );
    this.channels.set(topic, channel);
    const unserved = await this.#subscribe(channel);
    this.#reply(message, "ok", {
      postgres_changes: bindings.map(({ conditions: _, ...binding }) => binding),
    });
    channel.push("presence_state", {});
    tellSubscribed(channel, unserved);
  }

  /** Before the reply, so that a change made after it is never missed. Returns a binding that cannot be served. */
  async #subscribe(channel: Channel): Promise<Binding | null> {
    if (channel.bindings.length === 0) return null;
    const look = async () => {
      const live = await this.deps.feed.relations.all();
      return unservable(channel.bindings, live.values(), channel.caller.role);
    };
    let unserved = await look();
    if (unserved) {
      // The table may have gone live a moment ago, with the notice of it still on its way.
      this.deps.feed.relations.forget();
      unserved = await look();
    }
    if (unserved) this.deps.feed.remove(channel);
    else this.deps.feed.add(channel);
    return unserved;
  }

  /** A token that is no good ends the channel; the client joins again with a better one. */
  async #renew(channel: Channel, token: unknown): Promise<void> {
    const caller = await this.#caller(token);
    if (!caller) return this.#end(channel, "Invalid or expired access token");
    const before = channel.caller.role;
    channel.renew(caller);
    // Another role may read other tables and columns.
    if (before !== caller.role) tellSubscribed(channel, await this.#subscribe(channel));
  }

  #expire(channel: Channel): void {
    if (this.channels.get(channel.topic) === channel) this.#end(channel, "Access token has expired");
  }

  #end(channel: Channel, message: string): void {
    channel.system("error", "system", message);
    channel.push("phx_close", {}, channel.joinRef);
    this.#drop(channel);
  }

  #broadcast(channel: Channel, message: Message): void {
    for (const peer of this.deps.peers) {
      const heard = peer.channels.get(channel.topic);
      if (heard && (heard !== channel || channel.broadcast.self)) heard.push("broadcast", message.payload);
    }
    if (channel.broadcast.ack) this.#reply(message, "ok", {});
  }

  #drop(channel: Channel): void {
    channel.close();
    this.deps.feed.remove(channel);
    this.channels.delete(channel.topic);
  }

  async #caller(token: unknown): Promise<Caller | null> {
    const credential = typeof token === "string" && token !== "" ? token : this.key;
    if (credential === null) return { role: "anon", claims: { role: "anon" } };
    try {
      const claims = await credentialClaims(credential, this.deps.gateway);
      return { role: roleOf(claims), claims };
    } catch (error) {
      if (error instanceof GatewayError) return null;
      throw error;
    }
  }

  #reply({ joinRef, ref, topic }: Message, status: "ok" | "error", response: Record<string, unknown>): void {
    this.send(
      encode(this.version, { joinRef, ref, topic, event: "phx_reply", payload: { status, response } }),
    );
  }
}

function tellSubscribed(channel: Channel, unserved: Binding | null): void {
  if (channel.bindings.length === 0) return;
  if (unserved) channel.system("error", "postgres_changes", refusal(unserved));
  else channel.system("ok", "postgres_changes", "Subscribed to PostgreSQL");
}

/** Upstream's sentence. */
function refusal({ event, schema, table, filter }: Binding): string {
  const wish = `[event: ${event}, schema: ${schema}, table: ${table ?? "*"}, filters: ${filter ?? ""}]`;
  return `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: ${wish}`;
}
