/**
 * The protocol of @supabase/realtime-js, which is Phoenix's: serializer 1.0.0 sends objects; 2.0.0 sends arrays, and
 * broadcasts as binary frames. Source: realtime-js, src/lib/serializer.ts.
 */
import { parseJson } from "../gateway/bodies/json.ts";

export type Version = "1.0.0" | "2.0.0";

export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Readonly<Record<string, unknown>>;
  /** The body of a broadcast that is not JSON. */
  binary?: Buffer;
}

/** An outgoing message, serialised once for all sockets. */
export interface Frame {
  bytes: Buffer;
  binary: boolean;
}

/** Decodes a text frame; null for an invalid message. */
export function decode(version: Version, text: string): Message | null {
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    return null;
  }
  if (version === "2.0.0") {
    if (!Array.isArray(parsed) || parsed.length !== 5) return null;
    return message(parsed[0], parsed[1], parsed[2], parsed[3], parsed[4]);
  }
  if (!isObject(parsed)) return null;
  return message(parsed.join_ref, parsed.ref, parsed.topic, parsed.event, parsed.payload);
}

/** Encodes a text frame. */
export function encode(version: Version, { joinRef, ref, topic, event, payload }: Message): Frame {
  const text =
    version === "2.0.0"
      ? JSON.stringify([joinRef, ref, topic, event, payload])
      : JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
  return { bytes: Buffer.from(text), binary: false };
}

/**
 * Encodes a broadcast whose body is not JSON, for version 2.0.0: kind 4, three lengths and an encoding, then the parts.
 * Null if a name or the metadata exceeds 255 bytes, the maximum of a length.
 */
export function encodeBinaryBroadcast(
  { topic, event, meta }: { topic: string; event: string; meta?: unknown },
  body: Buffer,
): Frame | null {
  const parts = [topic, event, meta === undefined ? "" : JSON.stringify(meta)].map((text) =>
    Buffer.from(text),
  );
  const lengths = parts.map(({ length }) => length);
  if (lengths.some((length) => length > 255)) return null;
  return { bytes: Buffer.concat([Buffer.from([4, ...lengths, BINARY]), ...parts, body]), binary: true };
}

const [BINARY, JSON_TEXT] = [0, 1];

/** Decodes a client's binary broadcast frame: kind 3, five lengths and an encoding, then the parts. */
export function decodeBroadcast(frame: Buffer): Message | null {
  const [kind, ...sizes] = frame.subarray(0, 7);
  const [joinRefSize = 0, refSize = 0, topicSize = 0, eventSize = 0, metaSize = 0, encoding] = sizes;
  if (kind !== 3 || (encoding !== JSON_TEXT && encoding !== BINARY)) return null;
  let offset = 7;
  const take = (size: number) => {
    offset += size;
    return frame.toString("utf8", offset - size, offset);
  };
  const [joinRef, ref, topic, event] = [take(joinRefSize), take(refSize), take(topicSize), take(eventSize)];
  take(metaSize);
  const message = { joinRef, ref, topic, event: "broadcast" };
  const envelope = { type: "broadcast", event };
  if (encoding === BINARY) return { ...message, payload: envelope, binary: frame.subarray(offset) };
  try {
    const payload: unknown = parseJson(frame.toString("utf8", offset));
    return { ...message, payload: { ...envelope, payload } };
  } catch {
    return null;
  }
}

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const MAX_NAME = 255;

function message(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Message | null {
  if (typeof topic !== "string" || typeof event !== "string" || topic.length > MAX_NAME) return null;
  return {
    joinRef: typeof joinRef === "string" ? joinRef : null,
    ref: typeof ref === "string" ? ref : null,
    topic,
    event,
    payload: isObject(payload) ? payload : {},
  };
}
