import { type Topic, topicKey } from "../topic.ts";
import type { Channel } from "./channel.ts";

/** The channels of this process by topic. */
export class ChannelRegistry {
  readonly #channels = new Map<string, Set<Channel>>();

  add(channel: Channel): void {
    const key = topicKey(channel.address);
    const joined = this.#channels.get(key) ?? new Set();
    this.#channels.set(key, joined.add(channel));
  }

  remove(channel: Channel): void {
    const key = topicKey(channel.address);
    const joined = this.#channels.get(key);
    if (joined?.delete(channel) && joined.size === 0) this.#channels.delete(key);
  }

  channelsOf(topic: Topic): readonly Channel[] {
    return [...(this.#channels.get(topicKey(topic)) ?? [])];
  }
}
