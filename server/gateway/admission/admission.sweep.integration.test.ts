import { once } from "node:events";
import { Agent, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../../tests/eventually.ts";
import { useServer } from "../../database/cluster.fixture.ts";
import { createAddressReader } from "../address.ts";
import { newKeys } from "../keys.ts";
import { Admission, withAdmission } from "./admission.ts";
import type { AdmissionLimits } from "./admission-queue.ts";
import { createClassify } from "./request-class.ts";

const ONE = { weight: 1, running: 1, sharesPlaces: true };
const WAIT_MS = 10_000;
const LIMITS: AdmissionLimits = {
  running: { least: 1, most: 1 },
  waiting: 2,
  waitMs: WAIT_MS,
  patientMs: WAIT_MS,
  classes: {
    save: { ...ONE, weight: 16 },
    session: ONE,
    read: ONE,
    file: ONE,
    function: ONE,
    password: ONE,
    statistics: ONE,
  },
};
const BLOCK = "1";

/** One request runs at once and two of each class wait. `release` ends the running one, which waits for a lock. */
describe("a host at its limit", () => {
  const database = useServer();
  const agent = new Agent({ keepAlive: true });
  let server: Server;
  let url: string;
  const order: string[] = [];

  beforeAll(async () => {
    await database.db.query("create table saved (score int)");
    const keys = await newKeys();
    const app = new Hono();
    app.get("/healthz", async (c) => c.json(await database.db.query("select 1 as one")));
    app.get("/rest/v1/blocked", async (c) =>
      c.json(await database.db.query(`select pg_advisory_xact_lock(${BLOCK})::text`)),
    );
    app.get("/rest/v1/matches", (c) => {
      order.push("read");
      return c.json([]);
    });
    app.post("/rest/v1/predictions", async (c) => {
      order.push("save");
      await database.db.query("insert into saved values ($1)", [await c.req.text()]);
      return c.body(null, 201);
    });
    const classify = createClassify({ saving_functions: [], statistics_functions: [] });
    const gateway = { keys, address: createAddressReader([]) };
    server = createAdaptorServer({
      fetch: withAdmission(app.fetch, new Admission({ classify, gateway, limits: LIMITS })),
    }) as Server;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    agent.destroy();
    server.close();
  });

  /** `answered` tells whether there is an answer. */
  function open(method: string, path: string, body = "") {
    const sent = request(url + path, { method, agent });
    const answer = new Promise<IncomingMessage>((resolve, reject) =>
      sent.once("response", resolve).once("error", reject),
    );
    sent.end(body);
    const opened = { sent, answer, answered: false };
    answer.then(
      () => (opened.answered = true),
      () => {},
    );
    return opened;
  }

  async function send(method: string, path: string, body = "") {
    const response = await open(method, path, body).answer;
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  /** Occupies the host until the returned function is called. */
  async function occupied(): Promise<() => Promise<void>> {
    let release = () => {};
    const locked = new Promise<void>((resolve, reject) => {
      database.db
        .transaction(null, async (tx) => {
          await tx.query(`select pg_advisory_xact_lock(${BLOCK})`);
          await new Promise<void>((end) => {
            release = end;
            resolve();
          });
        })
        .catch(reject);
    });
    await locked;
    const blocked = send("GET", "/rest/v1/blocked");
    await eventually(async () => {
      const waiting = await database.db.query(
        "select from pg_locks where locktype = 'advisory' and not granted",
      );
      expect(waiting).toHaveLength(1);
    });
    return async () => {
      release();
      expect((await blocked).status).toBe(200);
    };
  }

  it("refuses with 503 at once what finds no place, saves before reads, and answers health", async () => {
    const release = await occupied();
    order.length = 0;
    const reads = Array.from({ length: 3 }, () => send("GET", "/rest/v1/matches"));
    const refused = await Promise.race(reads); // the others wait
    expect(refused).toMatchObject({
      status: 503,
      headers: { "retry-after": expect.stringMatching(/^[2-5]$/) },
    });
    expect(refused.headers["access-control-allow-origin"]).toBe("*");
    expect(JSON.parse(refused.body)).toMatchObject({ code: "53300", msg: expect.any(String) });
    const save = send("POST", "/rest/v1/predictions", "3");
    expect((await send("GET", "/healthz")).status).toBe(200);
    await send("GET", "/rest/v1/matches").then(({ status }) => expect(status).toBe(503));
    expect(order).toEqual([]);
    await release();
    expect((await save).status).toBe(201);
    expect((await Promise.all(reads)).map(({ status }) => status).sort()).toEqual([200, 200, 503]);
    expect(order).toEqual(["save", "read", "read"]);
    expect(await database.db.query("select score from saved")).toEqual([{ score: 3 }]);
  });

  it("never runs a request whose client disconnects while it waits", async () => {
    const release = await occupied();
    order.length = 0;
    const saves = ["4", "5", "6"].map((score) => open("POST", "/rest/v1/predictions", score));
    const refused = await Promise.race(saves.map(({ answer }) => answer)); // the others wait
    expect([refused.statusCode, await text(refused)]).toEqual([503, expect.any(String)]);
    const connections = promisify(server.getConnections.bind(server));
    const before = await connections();
    const abandoned = saves.filter(({ answered }) => !answered);
    for (const { sent, answer } of abandoned) {
      sent.destroy();
      await expect(answer).rejects.toThrow();
    }
    await eventually(async () => expect(await connections()).toBe(before - 2));
    await release();
    expect((await send("POST", "/rest/v1/predictions", "7")).status).toBe(201);
    expect(order).toEqual(["save"]);
    expect(await database.db.query("select score from saved where score > 3")).toEqual([{ score: 7 }]);
  });
});
