import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { unavailable } from "../../server/gateway/unavailable.ts";
import { patientFetch } from "./patient-fetch.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

/** Answers each request with the next of the answers, and lists the bodies that were received. */
async function serve(answers: Response[]): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(await new Response(request as never).text());
    const answer = answers.shift() ?? new Response("too many requests were sent", { status: 500 });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

const ask = async (url: string) => {
  const response = await patientFetch(url, { method: "POST", body: "row" });
  return [response.status, await response.text()];
};

it("repeats a request that a busy host or a rate limit refused", async () => {
  const { url, received } = await serve([
    unavailable("POST", "The server is busy. Try again in a moment.", "53300", 0),
    new Response("slowly", { status: 429, headers: { "retry-after": "0" } }),
    new Response("stored"),
  ]);
  expect(await ask(url)).toEqual([200, "stored"]);
  expect(received).toEqual(["row", "row", "row"]);
});

it("does not repeat a request that may have been carried out, or that is refused for good", async () => {
  const { url, received } = await serve([
    unavailable("POST", "The database is not available. Try again in a moment.", "08006", 0),
    new Response("no", { status: 403 }),
    new Response("later", { status: 429 }),
  ]);
  expect((await ask(url))[0]).toBe(503);
  expect(await ask(url)).toEqual([403, "no"]);
  expect(await ask(url)).toEqual([429, "later"]);
  expect(received).toHaveLength(3);
});
