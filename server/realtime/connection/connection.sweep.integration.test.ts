import { EventEmitter } from "node:events";
import { describe, expect, test, vi } from "vitest";
import type WebSocket from "ws";
import { eventually } from "../../../tests/eventually.ts";
import { LIMITS } from "../limits.ts";
import { ADA, arrives, useRealtimeHost } from "../realtime-host.fixture.ts";
import { Connection } from "./connection.ts";
import type { SocketSessionDeps } from "./socket-session.ts";

const host = useRealtimeHost();

describe("the socket", () => {
  function next(socket: WebSocket): Promise<unknown> {
    return new Promise((heard) => socket.once("message", (data) => heard(JSON.parse(String(data)))));
  }

  test("refuses another project's key", async () => {
    await expect(host().open("apikey=sb_publishable_other&vsn=1.0.0")).rejects.toThrow("401");
  });

  test("speaks the object form of version 1.0.0", async () => {
    const socket = await host().open(`apikey=${host().keys.publishable_key}&vsn=1.0.0`);
    const answer = next(socket);
    socket.send(JSON.stringify({ topic: "phoenix", event: "heartbeat", payload: {}, ref: "7" }));
    expect(await answer).toEqual({
      topic: "phoenix",
      event: "phx_reply",
      payload: { status: "ok", response: {} },
      ref: "7",
      join_ref: null,
    });
  });

  test("refuses a join with an invalid token", async () => {
    const socket = await host().open(`apikey=${host().keys.publishable_key}&vsn=2.0.0`);
    const answer = next(socket);
    socket.send(
      JSON.stringify([
        "1",
        "1",
        "realtime:x",
        "phx_join",
        { config: {}, access_token: await host().token(ADA, -10) },
      ]),
    );
    expect(await answer).toMatchObject(["1", "1", "realtime:x", "phx_reply", { status: "error" }]);
  });

  test("ignores invalid messages", async () => {
    const socket = await host().open(`apikey=${host().keys.publishable_key}&vsn=2.0.0`);
    for (const odd of [
      "",
      "{",
      "[]",
      "null",
      '["1","1",{},"phx_join",{}]',
      Buffer.from([3, 255, 255, 255, 255, 255, 1]),
    ]) {
      socket.send(odd);
    }
    const answer = next(socket);
    socket.send(JSON.stringify([null, "2", "phoenix", "heartbeat", {}]));
    expect(await answer).toEqual([null, "2", "phoenix", "phx_reply", { status: "ok", response: {} }]);
  });

  test("is closed if the client does not read, without affecting others", async () => {
    const slow = await host().open(`apikey=${host().keys.publishable_key}&vsn=2.0.0`);
    const joined = next(slow);
    const config = { postgres_changes: [{ event: "*", schema: "public", table: "fixtures" }] };
    slow.send(JSON.stringify(["1", "1", "realtime:slow", "phx_join", { config }]));
    await joined;
    const { received: heard } = await host().subscribe({ table: "fixtures" });
    expect(host().realtime.size).toBe(2);
    slow.pause();
    await host().database.query(
      "insert into public.fixtures (id, status) select n, repeat('x', 200000) from generate_series(1, 200) as n",
    );
    await arrives(heard, 200);
    await eventually(() => expect(host().realtime.size).toBe(1));
  });

  test("is closed when it sends too many messages", async () => {
    const socket = await host().open(`apikey=${host().keys.publishable_key}&vsn=2.0.0`);
    const closed = new Promise((done) => socket.once("close", done));
    for (let n = 0; n < 300; n++) socket.send(JSON.stringify([null, String(n), "phoenix", "heartbeat", {}]));
    expect(await closed).toBe(1008);
  });

  test("is paused while too many of its messages are unanswered", async () => {
    const socket = Object.assign(new EventEmitter(), {
      readyState: 1,
      OPEN: 1,
      bufferedAmount: 0,
      isPaused: false,
      send: vi.fn(),
      pause: () => Object.assign(socket, { isPaused: true }),
      resume: () => Object.assign(socket, { isPaused: false }),
    });
    let answer = () => {};
    const busy = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const database = { transaction: () => busy };
    const deps = { database, log() {} } as unknown as SocketSessionDeps;
    const connection = new Connection(socket as unknown as WebSocket, "2.0.0", null, deps);
    const say = (...message: unknown[]) =>
      socket.emit("message", Buffer.from(JSON.stringify(message)), false);
    say("1", "1", "realtime:x", "phx_join", { config: { private: true } });
    for (let n = 2; n < LIMITS.pendingMessages; n++) say(null, String(n), "phoenix", "heartbeat", {});
    expect(socket.isPaused).toBe(false);
    say(null, "last", "phoenix", "heartbeat", {});
    expect(socket.isPaused).toBe(true);
    answer();
    await eventually(() => expect(socket.send).toHaveBeenCalledTimes(LIMITS.pendingMessages));
    await eventually(() => expect(socket.isPaused).toBe(false));
    connection.end();
  });
});
