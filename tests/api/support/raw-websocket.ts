/** The realtime protocol 1.0.0 without the official client, for messages that it does not send or show. */
import WebSocket from "ws";
import type { Host } from "./host.ts";
import { Inbox } from "./realtime-channels.ts";

export interface Frame {
  topic: string;
  event: string;
  ref: string | null;
  payload: Record<string, unknown>;
}

export interface RawSocket {
  frames: Inbox<Frame>;
  socket: WebSocket;
  /** Resolves with the server's close code. */
  closed: Promise<number>;
  send(event: string, topic: string, payload?: unknown): void;
  /** Sends a message and waits for the reply. */
  ask(
    event: string,
    topic: string,
    payload?: unknown,
  ): Promise<{ status: string; response: { reason?: string } }>;
}

/** Rejects with the status if the host refuses the upgrade. */
export async function openSocket(
  host: Host,
  { key = host.publishableKey, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<RawSocket> {
  const url = `${host.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`;
  const socket = new WebSocket(url, { headers });
  const frames = new Inbox<Frame>();
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  socket.on("message", (data) => frames.put(JSON.parse(String(data))));
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  let count = 0;
  const send = (event: string, topic: string, payload: unknown = {}): string => {
    const ref = String(++count);
    socket.send(JSON.stringify({ topic: `realtime:${topic}`, event, payload, ref, join_ref: "1" }));
    return ref;
  };
  return {
    frames,
    socket,
    closed,
    send,
    async ask(...wish) {
      const ref = send(...wish);
      const answer = await frames.until((frame) => frame.event === "phx_reply" && frame.ref === ref);
      return answer.payload as Awaited<ReturnType<RawSocket["ask"]>>;
    },
  };
}
