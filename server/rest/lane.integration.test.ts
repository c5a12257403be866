import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { Admission, withAdmission } from "../gateway/admission/admission.ts";
import { createClassify } from "../gateway/admission/request-class.ts";
import { createListener, type Lane } from "../gateway/http/listener.ts";
import { createLane } from "./lane.ts";
import { describeRest, type RestHost } from "./rest-host.fixture.ts";
import { restRoutes } from "./routes.ts";

/** Headers that differ between two answers to one request. */
const OWN = ["date", "x-included"];

interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent in pieces, without a length. */
  isChunked?: boolean;
}
interface Answered {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

const json = (value: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});
const UPSERT = { "content-type": "application/json", prefer: "resolution=merge-duplicates" };
const clubs = (body: unknown, prefer = "") => ({
  path: "clubs",
  method: "POST",
  headers: { ...UPSERT, prefer: UPSERT.prefer + prefer },
  body: JSON.stringify(body),
});

const LANE: Record<string, Asked> = {
  "a read": { path: "clubs?select=*&order=id&limit=2" },
  "a read of a function": { path: "rpc/fixtures_of?club=1" },
  "a HEAD": { path: "clubs?select=id", method: "HEAD", headers: { prefer: "count=exact" } },
  "a count": { path: "clubs?select=id&limit=1", headers: { prefer: "count=exact" } },
  "a range": { path: "clubs?order=id", headers: { range: "1-2" } },
  "a page past the end": { path: "clubs", headers: { range: "9-10", prefer: "count=exact" } },
  "one row": { path: "clubs?id=eq.1", headers: { accept: "application/vnd.pgrst.object+json" } },
  "text beyond ASCII": { path: "rpc/echo", ...json({ name: "Café – ⚽" }) },
  CSV: { path: "clubs?order=id", headers: { accept: "text/csv" } },
  "a schema of its own": { path: "clubs", headers: { "accept-profile": "archive" } },
  "a call": { path: "rpc/add", ...json({ a: 1 }) },
  "a call without a result": { path: "rpc/nothing", ...json({}) },
  "a call without a body": { path: "rpc/club_names", method: "POST", headers: { "content-length": "0" } },
  "an upsert": clubs({ id: 1, name: "Rovers" }),
  "an upsert that returns rows": clubs([{ id: 1, name: "Rovers" }], ",return=representation"),
  "an update": { path: "clubs?id=eq.1", ...json({ name: "Rovers" }), method: "PATCH" },
  "a deletion": { path: "clubs?id=eq.0", method: "DELETE" },
  "a long answer, compressed": {
    path: "rpc/echo",
    ...json("x".repeat(5000)),
    headers: { "accept-encoding": "gzip" },
  },
  "an unknown table": { path: "nowhere" },
  "an unknown function": { path: "rpc/nowhere", ...json({}) },
  "a filter that cannot be read": { path: "clubs?id=is" },
  "a body that is no JSON": { path: "rpc/add", ...json({}), body: "{" },
  "a body that is too long": { path: "clubs", ...json({}), body: `"${"x".repeat(10 * 1024 * 1024)}"` },
  "a failure": { path: "rpc/fails", ...json({ state: "P0001" }) },
  "an error of the project": { path: "rpc/fails", ...json({ state: "SL001" }) },
  "an internal error": { path: "rpc/fails", ...json({ state: "XX000" }) },
  "a status of its own": { path: "rpc/answers", ...json({}) },
  "headers of its own": { path: "rpc/greets", ...json({}) },
  "a status that HTTP does not have": { path: "rpc/answers_with", ...json({ status: "42", value: "a" }) },
  "a header that HTTP does not have": { path: "rpc/answers_with", ...json({ status: "418", value: "⚽" }) },
  "a refused read": { path: "secrets" },
  "a token that is none": { path: "clubs", headers: { authorization: "Bearer a.b.c" } },
  "an empty token": { path: "clubs", headers: { authorization: "Bearer" } },
  "an unknown key": { path: "clubs", headers: { apikey: "sb_unknown", authorization: "" } },
  "a key in the address": {
    path: "clubs?select=id&limit=1&apikey=sb_unknown",
    headers: { authorization: "" },
  },
  "who asks": { path: "rpc/me", headers: { cookie: "one=1; two=2" } },
};
const HONO: Record<string, Asked> = {
  "a preflight": {
    path: "clubs",
    method: "OPTIONS",
    headers: { origin: "http://a.test", "access-control-request-method": "POST" },
  },
  "an OPTIONS": { path: "clubs", method: "OPTIONS" },
  "the description": { path: "" },
  "a path that the API does not have": { path: "rpc/add/more" },
  "a path in capitals": { path: "/REST/V1/clubs" },
  "an encoded name": { path: "club%73" },
  "a name with dots": { path: "x/../clubs?limit=1" },
  "characters that an address encodes": { path: "clubs?name=eq.'Rovers'" },
  "a body of unknown length": { path: "rpc/add", ...json({ a: 1 }), isChunked: true },
  "a GET with a body": { path: "clubs?limit=1", headers: { "content-length": "2" }, body: "{}" },
};

describeRest("the lane below Hono", (host) => {
  const open: { lane?: Server; hono?: Server } = {};
  /** How many requests the lane took, and answered. */
  const of: Counts = { lane: 0, answered: 0, before: null };

  beforeAll(async () => {
    await host().db.script(`
      create table secrets (id int);
      create function greets() returns int language sql as $$
        select 1 from set_config('response.headers', '[{"x-a":"1"},{"x-a":"2"},{"set-cookie":"a=1"},{"set-cookie":"b=2"},{"vary":"x"}]', true) $$;
      create function answers_with(status int, value text) returns int language plpgsql as $$
        begin raise sqlstate 'PGRST' using message = '{"code":"C1","message":"m"}',
          detail = json_build_object('status', status, 'headers', json_build_object('x-value', value))::text; end $$;
      notify pgrst, 'reload schema'`);
    const lane = counted(createLane(host().service, host().db), of);
    open.lane = await listening(host(), lane);
    open.hono = await listening(host(), null);
    const isKnown = async () => (await host().fetch("rpc/greets")).status;
    await eventually(async () => expect(await isKnown()).toBe(200));
  });
  afterAll(() => {
    for (const server of [open.lane, open.hono]) server?.closeAllConnections();
    for (const server of [open.lane, open.hono]) server?.close();
  });

  const ask = (server: Server | undefined, asked: Asked) =>
    send(server, {
      ...asked,
      headers: {
        apikey: host().gateway.keys.publishable_key,
        authorization: `Bearer ${host().token}`,
        ...asked.headers,
      },
    });

  describe.each([
    { by: "the lane", taken: 1, requests: LANE },
    { by: "Hono", taken: 0, requests: HONO },
  ])("answers by $by, like Hono:", ({ taken, requests }) => {
    it.each(Object.entries(requests))("%s", async (_name, asked) => {
      const before = of.lane;
      const answer = await ask(open.lane, asked);
      expect(of.lane - before).toBe(taken);
      expect(answer).toEqual(await ask(open.hono, asked));
    });
  });

  it.each([
    ["", null],
    [
      " and before the host reads it",
      (incoming: IncomingMessage) => new Promise((left) => incoming.once("close", left)),
    ],
  ])("ends a request whose client leaves before its body has arrived%s", async (_moment, wait) => {
    of.before = wait;
    const before = of.lane;
    const port = portOf(open.lane);
    const sent = request({
      port,
      path: "/rest/v1/clubs",
      method: "POST",
      headers: { "content-length": "10" },
    });
    sent.on("error", () => {});
    sent.write("[");
    await eventually(() => expect(of.lane - before).toBe(1));
    sent.destroy();
    await eventually(() => expect(of.answered).toBe(of.lane));
  });
});

interface Counts {
  lane: number;
  answered: number;
  /** What an answer waits for. */
  before: ((incoming: IncomingMessage) => Promise<unknown>) | null;
}

function counted(lane: Lane, of: Counts): Lane {
  return {
    take(incoming) {
      const head = lane.take(incoming);
      if (head) of.lane++;
      return head;
    },
    async answer(head, env, leavePlace) {
      await of.before?.(env.incoming);
      const sent = await lane.answer(head, env, leavePlace);
      of.answered++;
      return sent;
    },
  };
}

const failed = (error: unknown) => {
  throw error;
};

async function listening({ service, gateway }: RestHost, lane: Lane | null): Promise<Server> {
  const classify = createClassify({ saving_functions: [], statistics_functions: [] });
  const admission = new Admission({ classify, gateway });
  const routes = restRoutes(service);
  const fetch = withAdmission((request, env) => routes.fetch(request, env as object), admission);
  const server = createServer(createListener(fetch, admission, lane, failed)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function portOf(server: Server | undefined): number {
  if (!server) throw new Error("the server is not open");
  return (server.address() as AddressInfo).port;
}

async function send(server: Server | undefined, asked: Asked): Promise<Answered> {
  const { path, method = "GET", headers = {}, body = "", isChunked = false } = asked;
  const port = portOf(server);
  const length = isChunked || body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const sent = request({
    port,
    path: path.startsWith("/") ? path : `/rest/v1/${path}`,
    method,
    headers: { ...length, ...headers, host: "rest.test" },
  });
  // A body that is too long is refused before it was sent.
  sent.on("error", () => {});
  if (isChunked) sent.write(body.slice(0, 1));
  sent.end(isChunked ? body.slice(1) : body);
  const [answer] = await once(sent, "response");
  const shown = Object.entries(answer.headers as IncomingHttpHeaders).filter(([name]) => !OWN.includes(name));
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(shown),
    body: await text(answer.setEncoding("latin1")),
  };
}
