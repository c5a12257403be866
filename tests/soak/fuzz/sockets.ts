/** Generated messages on a web socket of the realtime service. */
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import WebSocket from "ws";
import { FACT_MS } from "../../limits.ts";
import { jsonValue, odd } from "./values.ts";

/** Close codes of a server's own failure: 1006 without a closing frame, 1011 "unexpected condition". */
const FAILURES = [1006, 1011];
const HEARTBEAT = JSON.stringify({ topic: "phoenix", event: "heartbeat", payload: {}, ref: "last" });

/** Texts that a client may send after the socket has opened. */
export function socketMessages(known: readonly string[]): fc.Arbitrary<string[]> {
  const value = jsonValue([...known, "realtime:a", "phx_join", "broadcast", "presence", "private"]);
  const config = fc
    .array(
      fc.tuple(
        fc.constantFrom("broadcast", "presence", "postgres_changes", "private", "access_token"),
        fc.oneof(
          value,
          fc.constant('[{"event":"*","schema":"public","table":"matches","filter":"id=eq.%"}]'),
        ),
      ),
      { maxLength: 3 },
    )
    .map((members) => `{"config":{${members.map(([name, text]) => `"${name}":${text}`).join(",")}}}`);
  const message = fc
    .record({
      topic: fc.constantFrom('"realtime:a"', '"realtime:b"', '"phoenix"', '"\\u0000"', "null", '""'),
      event: fc.oneof(
        {
          weight: 4,
          arbitrary: fc.constantFrom(
            '"phx_join"',
            '"phx_leave"',
            '"access_token"',
            '"broadcast"',
            '"presence"',
          ),
        },
        { weight: 1, arbitrary: value },
      ),
      payload: fc.oneof(config, value),
      ref: fc.oneof(fc.constant('"1"'), value),
    })
    .map(
      ({ topic, event, payload, ref }) =>
        `{"topic":${topic},"event":${event},"payload":${payload},"ref":${ref},"join_ref":"1"}`,
    );
  return fc.array(fc.oneof({ weight: 6, arbitrary: message }, { weight: 1, arbitrary: odd.body }), {
    minLength: 1,
    maxLength: 6,
  });
}

/** Why the conversation is wrong, or null: each answer is JSON, and the service answers a heartbeat or closes with a reason. */
export async function socketFault(
  url: string,
  key: string,
  messages: readonly string[],
): Promise<string | null> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`, {
    headers: { "x-forwarded-for": `192.0.2.${messages.join("").length % 256}` },
  });
  const faults: string[] = [];
  const closed = once(socket, "close") as Promise<[number]>;
  const alive = new Promise<void>((resolve) => {
    socket.on("message", (data, isBinary) => {
      if (isBinary) return;
      try {
        const { ref } = JSON.parse(String(data)) as { ref?: unknown };
        if (ref === "last") resolve();
      } catch {
        faults.push(`a message that is no JSON: ${String(data).slice(0, 200)}`);
      }
    });
  });
  try {
    await once(socket, "open");
    for (const message of [...messages, HEARTBEAT]) socket.send(message);
    const outcome = await Promise.race([
      alive.then(() => "alive" as const),
      closed.then(([code]) => code),
      delay(FACT_MS, "hangs" as const, { ref: false }),
    ]);
    if (outcome === "hangs") faults.push("no answer to a heartbeat");
    if (typeof outcome === "number" && FAILURES.includes(outcome)) faults.push(`closed with ${outcome}`);
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  } finally {
    socket.terminate();
  }
  return faults[0] ?? null;
}
