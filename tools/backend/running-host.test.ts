import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHostProof } from "../../server/gateway/host-proof.ts";
import { openKeys } from "../../server/gateway/keys.ts";
import { urlOfRunningHost } from "./running-host.ts";

let folder: string;
const servers: Server[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "scoreline-connect-"));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});

/** Starts a server and returns its URL. */
async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The part of a host that proves itself. `keys` are those of its data folder. */
async function listenAsHost(keys: { secret_key: string }): Promise<string> {
  let url = "";
  const server = createAdaptorServer({
    fetch: (request) => createHostProof(keys.secret_key, url).fetch(request),
  }) as Server;
  url = await listen(server);
  return url;
}

const record = (url: string) => writeFileSync(join(folder, "host.json"), JSON.stringify({ url, pid: 1 }));

test("the host of the data folder proves itself", async () => {
  const url = await listenAsHost(await openKeys(folder));
  record(url);
  expect(await urlOfRunningHost(folder)).toBe(url);
});

test("the host of another folder at the recorded address is not used", async () => {
  await openKeys(folder);
  record(await listenAsHost({ secret_key: "sb_secret_other" }));
  expect(await urlOfRunningHost(folder)).toBeNull();
});

test("a program at the recorded address sees no key and cannot pass the challenge on to the host", async () => {
  const { secret_key } = await openKeys(folder);
  const host = await listenAsHost({ secret_key });
  const seen: string[] = [];
  const impostor = await listen(
    createServer(async ({ url = "", rawHeaders }, response) => {
      seen.push(url, ...rawHeaders);
      response.end(await (await fetch(new URL(url, host))).text());
    }),
  );
  record(impostor);
  expect(await urlOfRunningHost(folder)).toBeNull();
  expect(seen[0]).toMatch(/^\/host-proof\?challenge=/);
  expect(seen.join("\n")).not.toContain(secret_key);
});

test("nobody at the recorded address means no running host", async () => {
  await openKeys(folder);
  record("http://127.0.0.1:9");
  expect(await urlOfRunningHost(folder)).toBeNull();
  writeFileSync(join(folder, "host.json"), '{"url": "ht');
  expect(await urlOfRunningHost(folder)).toBeNull();
});
