import type { Channel } from "../channels/channel.ts";
import type { ChannelRegistry } from "../channels/channel-registry.ts";
import { encode, encodeBinaryBroadcast, type Frame, type Version } from "../protocol.ts";
import type { Relay } from "../relay.ts";
import type { Broadcast } from "../relay-messages.ts";

/** Sends broadcasts to the channels of this process and, through the relay, of the other processes. */
export class Broadcasts {
  constructor(
    private readonly topics: ChannelRegistry,
    private readonly relay: Relay,
  ) {}

  /** The sending channel `from` only receives its own broadcast if it asked to. */
  send(broadcast: Broadcast, from: Channel | null): void {
    this.deliver(broadcast, from);
    this.relay.send({ kind: "broadcast", ...broadcast });
  }

  /** Sends to the channels of this process only. */
  deliver(broadcast: Broadcast, from: Channel | null): void {
    const frames = new Map<Version, Frame | null>();
    for (const channel of this.topics.channelsOf(broadcast.topic)) {
      if ((channel === from && !channel.broadcast.self) || !channel.canReceive("broadcast")) continue;
      const made = frames.get(channel.version);
      const frame = made === undefined ? frameOf(broadcast, channel) : made;
      frames.set(channel.version, frame);
      if (frame !== null) channel.send(frame);
    }
  }
}

/**
 * Null for a binary body and a client of version 1.0.0, which has no binary frames. Source: realtime, v1_serializer.
 */
export function frameOf(
  { event, message, binary }: Pick<Broadcast, "event" | "message" | "binary">,
  { version, topic }: Pick<Channel, "version" | "topic">,
): Frame | null {
  if (binary === undefined)
    return encode(version, { joinRef: null, ref: null, topic, event: "broadcast", payload: message });
  if (version !== "2.0.0") return null;
  return encodeBinaryBroadcast({ topic, event, meta: message.meta }, Buffer.from(binary, "base64"));
}
