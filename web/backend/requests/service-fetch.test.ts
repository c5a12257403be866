import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deviceBehind, learnClock } from "../connection/server-clock.ts";
import { isUnanswered } from "../offline/or-cached-answer.ts";
import { serviceFetch } from "./service-fetch.ts";

type Lie = (response: ServerResponse) => void;

let answer: Lie = () => undefined;
const network = createServer((request, response) => {
  if (request.url === "/login") response.setHeader("content-type", "text/html").end(portal);
  else if (request.url === "/other.json") response.setHeader("content-type", json).end("[]");
  else answer(response);
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((listening) => network.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(network.address() as AddressInfo).port}`;
});
afterAll(() => network.close());
beforeEach(() => learnClock(new Response(null, { headers: { date: new Date().toUTCString() } }), Date.now()));

const portal = "<!doctype html><title>Free WiFi</title><p>Accept the terms to continue.</p>";
const json = "application/json; charset=utf-8";
const says =
  (status: number, type: string | null, body = ""): Lie =>
  (response) =>
    response.writeHead(status, type ? { "content-type": type } : {}).end(body);

const picks = "/rest/v1/user_predictions?select=*";
const requests: Readonly<Record<string, readonly [path: string, init: RequestInit]>> = {
  rows: [picks, {}],
  "one row": [picks, { headers: { Accept: "application/vnd.pgrst.object+json" } }],
  "a saved row": [
    picks,
    {
      method: "POST",
      headers: { Prefer: "return=representation", Accept: "application/vnd.pgrst.object+json" },
    },
  ],
  "a write without a result": [picks, { method: "POST", headers: { Prefer: "return=minimal" } }],
  "a deletion": [picks, { method: "DELETE" }],
  "a count": [picks, { method: "HEAD", headers: { Prefer: "count=exact" } }],
  "a database function": ["/rest/v1/rpc/my_roles", { method: "POST" }],
  "a refreshed session": ["/auth/v1/token?grant_type=refresh_token", { method: "POST" }],
  "a sign-out": ["/auth/v1/logout?scope=global", { method: "POST" }],
  "an edge function": ["/functions/v1/phone-lookup", { method: "POST" }],
  "a picture": ["/functions/v1/share-picture", { method: "POST", headers: { Accept: "image/*" } }],
  "an upload": ["/storage/v1/object/news-images/a.png", { method: "POST" }],
};

async function ask(name: string, lie: Lie): Promise<Response> {
  const [path, init] = requests[name] ?? ["", {}];
  answer = lie;
  return serviceFetch(origin + path, init);
}

/** The error that a caller sees: its status, or that of a failed connection. */
const failureOf = async (name: string, lie: Lie) =>
  ask(name, lie).then(
    ({ status }) => ({ status }),
    (error: unknown) => error,
  );

/** Answers that no service gives to any request. */
const foreign: Readonly<Record<string, Lie>> = {
  "a portal's page": says(200, "text/html; charset=utf-8", portal),
  "a filter's page with 403": says(403, "text/html", portal),
  "an empty 404": says(404, null),
  "a proxy's 407": says(407, "text/html", portal),
  "a filter's 451": says(451, "text/plain", "blocked"),
  "an operator's 503": says(503, "text/html", portal),
  "a portal's 511": says(511, "text/html", portal),
  "a page that says it is JSON": says(200, json, portal),
  "a refusal that is not a service's": says(403, json, '{"category":"gambling"}'),
  "a refusal cut short": says(400, json, '{"code":"SL001","mess'),
  "a redirection to a portal": (response) => response.writeHead(302, { location: "/login" }).end(),
  "a redirection to JSON": (response) => response.writeHead(307, { location: "/other.json" }).end(),
  "a redirection that keeps the method": (response) => response.writeHead(307, { location: "/login" }).end(),
  "a body that ends early": (response) => {
    response.writeHead(200, { "content-type": json, "content-length": 500 });
    response.write('[{"id":');
    response.socket?.end();
  },
  "a body that is not gzip": (response) =>
    response.writeHead(200, { "content-type": json, "content-encoding": "gzip" }).end("[]"),
  "a connection that closes": (response) => response.destroy(),
};

describe.each(Object.keys(requests))("a request for %s", (name) => {
  it.each(Object.entries(foreign))("treats %s as no answer", async (_, lie) => {
    expect(isUnanswered(await failureOf(name, lie))).toBe(true);
  });
});

describe("what a request asks for", () => {
  it.each([
    ["rows", says(200, json, "{}")],
    ["rows", says(200, json)],
    ["rows", says(204, null)],
    ["rows", says(200, null, "[]")],
    ["one row", says(200, json, "[]")],
    ["a saved row", says(201, json, "[]")],
    ["a saved row", says(201, null)],
    ["a saved row", says(204, null)],
    ["a write without a result", says(200, null)],
    ["a count", says(200, null)],
    ["a database function", says(200, json)],
    ["an edge function", says(200, json)],
    ["a picture", says(200, json, "{}")],
    ["a picture", says(200, "image/png")],
  ])("is not %s if the body is another", async (name, lie) => {
    expect(await failureOf(name, lie)).toEqual({ status: 502 });
  });

  it.each([
    ["rows", says(200, json, '[{"id":1}]')],
    ["rows", says(206, json, "[]")],
    [
      "rows",
      (r) => r.writeHead(200, { "content-type": json, "content-encoding": "gzip" }).end(gzipSync("[]")),
    ],
    [
      "rows",
      says(400, json, '{"code":"42703","message":"column does not exist","details":null,"hint":null}'),
    ],
    ["rows", says(401, json, '{"message":"Invalid API key"}')],
    ["one row", says(200, "application/vnd.pgrst.object+json; charset=utf-8", '{"id":1}')],
    ["a saved row", says(201, "application/vnd.pgrst.object+json; charset=utf-8", '{"id":1}')],
    ["a write without a result", says(201, null)],
    ["a deletion", says(204, null)],
    ["a count", (r) => r.writeHead(200, { "content-type": json, "content-range": "*/4" }).end()],
    ["a database function", says(200, json, "3")],
    ["a database function", says(200, json, "null")],
    ["a database function", says(204, null)],
    ["a refreshed session", says(200, json, '{"access_token":"a","refresh_token":"b"}')],
    [
      "a refreshed session",
      says(400, json, '{"code":400,"error_code":"refresh_token_not_found","msg":"gone"}'),
    ],
    ["a sign-out", says(204, null)],
    ["an edge function", says(200, json, "null")],
    ["an edge function", says(500, json, '{"error":"failed"}')],
    ["a picture", says(200, "image/png", "\u0089PNG")],
    ["an upload", says(200, json, '{"Key":"news-images/a.png"}')],
  ] as [string, Lie][])("is %s as the service sends it", async (name, lie) => {
    let status = 0;
    const answered = await ask(name, (response) => {
      lie(response);
      status = response.statusCode;
    });
    expect(answered.status).toBe(status);
  });

  it("arrives unchanged", async () => {
    expect(await (await ask("rows", says(200, json, '[{"id":1}]'))).json()).toEqual([{ id: 1 }]);
    const picture = await (await ask("a picture", says(200, "image/png", "PNG"))).blob();
    expect([picture.type, await picture.text()]).toEqual(["image/png", "PNG"]);
  });
});

it("may not be stored by the browser, which would repeat the answer when Back leads to the page again", async () => {
  let cacheControl: string | undefined;
  await ask("rows", (response) => {
    cacheControl = response.req.headers["cache-control"];
    says(200, json, "[]")(response);
  });
  expect(cacheControl).toBe("no-cache");
});

it("does not set the page's clock by a portal's", async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toUTCString();
  const dated =
    (type: string, body: string): Lie =>
    (response) =>
      response.writeHead(200, { "content-type": type, date: yesterday }).end(body);
  await ask("rows", dated("text/html", portal));
  expect(deviceBehind()).toBe(0);
  await ask("rows", dated(json, "[]"));
  expect(deviceBehind()).toBeLessThan(-80_000_000);
});
