/** Channels of the official client with inboxes that tests can await. */
import type { RealtimeChannel, RealtimeChannelOptions } from "@supabase/supabase-js";
import type { Api } from "./host.ts";

/** The received messages in order; `next` waits for further ones. */
export class Inbox<Item> {
  readonly all: Item[] = [];
  #taken = 0;
  #wake: (() => void) | undefined;

  readonly put = (item: Item): void => {
    this.all.push(item);
    this.#wake?.();
  };

  async next(): Promise<Item> {
    while (this.#taken >= this.all.length)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.all[this.#taken++] as Item;
  }

  /** The first matching message; earlier ones are skipped. */
  async until(wanted: (item: Item) => boolean): Promise<Item> {
    for (;;) {
      const item = await this.next();
      if (wanted(item)) return item;
    }
  }
}

export interface Said {
  event: string;
  payload: unknown;
  meta?: unknown;
}

export interface Joined {
  channel: RealtimeChannel;
  /** Broadcasts of any event. */
  received: Inbox<Said>;
  /** Presence events: sync, join and leave. */
  presence: Inbox<{ event: string; key?: string }>;
  leave(): Promise<unknown>;
}

/** Joins a topic; rejects with the server's reason. */
export async function join(
  api: Api,
  topic: string,
  config: RealtimeChannelOptions["config"] = {},
): Promise<Joined> {
  const [received, presence] = [new Inbox<Said>(), new Inbox<{ event: string; key?: string }>()];
  const channel = api.channel(topic, { config }).on("broadcast", { event: "*" }, received.put);
  if (config.presence) {
    channel
      .on("presence", { event: "sync" }, () => presence.put({ event: "sync" }))
      .on("presence", { event: "join" }, ({ key }) => presence.put({ event: "join", key }))
      .on("presence", { event: "leave" }, ({ key }) => presence.put({ event: "leave", key }));
  }
  await subscribed(channel);
  return { channel, received, presence, leave: () => api.removeAllChannels() };
}

export function subscribed(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === "SUBSCRIBED") resolve();
      else if (status !== "CLOSED") reject(error ?? new Error(status));
    });
  });
}
