/** `npm start` fills a demo club the first time and serves it from then on. An incomplete demo is never served. */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { freePort } from "../../tools/host/spawn-host.ts";
import { ended, expectOneLine, killLaunched, launch, serving, stopped } from "./launch.ts";

const folder = mkdtempSync(join(tmpdir(), "scoreline-npm-start-"));
chmodSync(folder, 0o755); // PostgreSQL's user must enter it when the tests run as root

afterAll(async () => {
  await killLaunched();
  rmSync(folder, { recursive: true, force: true });
});

describe("npm start", () => {
  const DATA_DIR = join(folder, "demo");
  const START = ["tools/start.mjs"];

  it.each(["#", "?"])("says that no page can be built in a folder with %s in its path", async (character) => {
    const cwd = join(folder, `club ${character}1`);
    cpSync("tools", join(cwd, "tools"), { recursive: true });
    expectOneLine(await ended(launch({}, { program: START, cwd })), /cannot be built .*: move .*club/);
  });

  it("fills a demo club once, prints its sign-ins and serves it on loopback only", async () => {
    const PORT = String(await freePort());
    const child = launch({ PORT, DATA_DIR, WEB_DIR: "build/web" }, { program: START });
    const printed = await serving(child, /^ {2}player .*\n/m);
    const { admin, player } = JSON.parse(readFileSync(join(DATA_DIR, "demo.json"), "utf8")) as Record<
      "admin" | "player",
      { email: string; password: string }
    >;
    for (const account of [admin, player]) {
      expect(printed).toContain(account.email);
      expect(printed).toContain(account.password);
    }
    const page = await fetch(`http://127.0.0.1:${PORT}/`);
    expect([page.status, page.headers.get("x-content-type-options")]).toEqual([200, "nosniff"]);
    expect(await stopped(child)).toBe(0);
    expectOneLine(await ended(launch({ PORT, DATA_DIR, HOST: "0.0.0.0" })), /demo/);
  });

  it("serves the same demo the second time, to its own page only, with its address and keys for npm run keys, and stops on Ctrl-C", async () => {
    const signIns = readFileSync(join(DATA_DIR, "demo.json"), "utf8");
    const PORT = String(await freePort());
    const child = launch({ PORT, DATA_DIR, WEB_DIR: "build/web" }, { program: START });
    await serving(child);
    await expectDemoSignIn(`http://127.0.0.1:${PORT}`);
    await expectNoStrangers(`http://127.0.0.1:${PORT}`, JSON.parse(signIns));
    await expectKeys(DATA_DIR);
    expect(readFileSync(join(DATA_DIR, "demo.json"), "utf8")).toBe(signIns);
    expect(await stopped(child)).toBe(0);
  });
});

interface SignIns {
  admin: { password: string };
  player: { password: string };
}

const askForLink = (url: string, headers: Record<string, string>) =>
  fetch(`${url}/demo/sign-in`, { method: "POST", body: '{"account":"admin"}', headers });

async function expectDemoSignIn(url: string): Promise<void> {
  const { token_hash } = (await (await askForLink(url, { origin: url })).json()) as { token_hash: string };
  const verify = () =>
    fetch(`${url}/auth/v1/verify`, {
      method: "POST",
      body: JSON.stringify({ token_hash, type: "magiclink" }),
      headers: { "content-type": "application/json" },
    });
  expect(await (await verify()).json()).toMatchObject({ user: { email: "admin@scoreline.example" } });
  expect((await verify()).status).toBe(403); // a link works once
}

/** No password is served, and neither other sites nor proxies reach the demo. */
async function expectNoStrangers(url: string, { admin, player }: SignIns): Promise<void> {
  const served = (await (await fetch(`${url}/config.json`)).text()) + (await (await fetch(url)).text());
  expect(served).toContain('"demo":true');
  for (const { password } of [admin, player]) expect(served).not.toContain(password);
  for (const origin of ["https://club.example", "null", url.replace("http:", "https:")])
    expect([origin, (await askForLink(url, { origin })).status]).toEqual([origin, 403]);
  expect((await askForLink(url, {})).status).toBe(403);
  for (const header of ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"]) {
    const statuses = await Promise.all([
      fetch(`${url}/config.json`, { headers: { [header]: "192.0.2.7" } }),
      askForLink(url, { origin: url, [header]: "192.0.2.7" }),
    ]);
    expect([header, ...statuses.map(({ status }) => status)]).toEqual([header, 403, 403]);
  }
  expect(await answerTo(url, `GET /config.json HTTP/1.1\r\nHost: club.example\r\nConnection: close`)).toMatch(
    / 403 /,
  );
  // As proxies ask that rewrite Host and add no header of their own.
  expect(await answerTo(url, `GET /config.json HTTP/1.0\r\nHost: ${new URL(url).host}`)).toMatch(/ 403 /);
}

/** The response to a request that `fetch` would not send. */
async function answerTo(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(`${request}\r\n\r\n`);
  return text(socket);
}

/** `npm run keys` prints the address and keys of the running host as JSON. */
async function expectKeys(DATA_DIR: string): Promise<void> {
  const keys = spawn(process.execPath, ["tools/command.mjs", "keys"], {
    env: { PATH: process.env.PATH, DATA_DIR },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const parsed = JSON.parse(await text(keys.stdout)) as Record<string, string>;
  expect(Object.keys(parsed)).toEqual(["url", "publishable_key", "secret_key"]);
  const answer = await fetch(`${parsed.url}/rest/v1/competitions?select=id`, {
    headers: { apikey: parsed.secret_key ?? "" },
  });
  expect(answer.status).toBe(200);
}
