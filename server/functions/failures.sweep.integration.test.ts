/** Limits of functions, and functions that fail. Each test can meet one limit only. */
import { existsSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { LONG_LIMIT_MS, useFunctions } from "./functions-host.fixture.ts";

const SHORT_LIMIT_MS = 300;
const host = useFunctions();

afterEach(() => {
  vi.useRealTimers();
});

describe("a function", () => {
  test("is aborted at the time limit, and the caller gets 504", async () => {
    host.write(
      "functions/slow/index.ts",
      `let aborted = 0;
       Deno.serve((request) => {
         if (new URL(request.url).search) return Response.json(aborted);
         request.signal.addEventListener("abort", () => aborted++);
         return new Promise(() => {});
       });`,
    );
    host.limitTime(SHORT_LIMIT_MS);
    const response = await host.call("slow");
    expect([response.status, await response.json()]).toMatchObject([504, { code: "IDLE_TIMEOUT" }]);
    host.limitTime(LONG_LIMIT_MS);
    expect(await (await host.call("slow?count")).json()).toBe(1);
  });

  test("is not aborted by the time limit while its response is streaming", async () => {
    host.write(
      "functions/long/index.ts",
      `let goOn = () => {};
       Deno.serve((request) => {
         if (new URL(request.url).search) {
           goOn();
           return new Response("goes on");
         }
         return new Response(new ReadableStream({ async start(controller) {
           controller.enqueue(new TextEncoder().encode("one "));
           await new Promise((resolve) => { goOn = resolve; });
           controller.enqueue(new TextEncoder().encode("two"));
           controller.close();
         } }));
       });`,
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const response = await host.call("long");
    vi.advanceTimersByTime(LONG_LIMIT_MS);
    await host.call("long?go-on");
    expect(await response.text()).toBe("one two");
  });
});

describe("a function's files", () => {
  test("are those in /tmp, by node:fs, and no programs", async () => {
    const written = join(homedir(), "function-files.new");
    onTestFinished(() => rmSync(written, { force: true }));
    host.write(
      "functions/files/index.ts",
      `import { execFileSync } from "node:child_process";
       import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
       import { readdir } from "node:fs/promises";
       import { Worker } from "node:worker_threads";
       const outside = ${JSON.stringify(dirname(process.execPath))};
       const outcome = async (work) => { try { return await work(); } catch (error) { return error.code; } };
       Deno.serve(async () => {
         const folder = mkdtempSync("/tmp/function-files-");
         writeFileSync(folder + "/a", "text");
         const outcomes = [
           await outcome(() => readFileSync(folder + "/a", "utf8")),
           await outcome(() => readdirSync(outside).length),
           await outcome(() => readdir(outside)),
           await outcome(() => writeFileSync(${JSON.stringify(written)}, "")),
           await outcome(() => symlinkSync(outside, folder + "/link")),
           await outcome(() => execFileSync(process.execPath, ["--version"]).length),
           await outcome(() => new Worker("", { eval: true }).threadId),
         ];
         rmSync(folder, { recursive: true });
         return Response.json(outcomes);
       });`,
    );
    expect(await (await host.call("files")).json()).toEqual(["text", ...Array(6).fill("ERR_ACCESS_DENIED")]);
    expect(existsSync(written)).toBe(false);
    expect(host.logged).toEqual([]);
  });
});

describe("the host continues and answers the next call", () => {
  const answers = (name: string) =>
    eventually(async () => expect(await (await host.call(`${name}?well`)).text()).toBe("well"));
  const wellOr = (work: string) =>
    `Deno.serve(async (request) => { if (new URL(request.url).search) return new Response("well"); ${work} });`;

  test("after a function throws; the log has the error, the caller does not", async () => {
    host.write("functions/broken/index.ts", wellOr(`throw new Error("secret detail");`));
    const response = await host.call("broken");
    const body = await response.text();
    expect([response.status, JSON.parse(body)]).toMatchObject([500, { code: "EDGE_FUNCTION_ERROR" }]);
    expect([response.headers.get("sb-error-code"), response.headers.get("x-relay-error")]).toEqual([
      "EDGE_FUNCTION_ERROR",
      null,
    ]);
    expect(body).not.toContain("secret detail");
    expect(String(host.logged[0]?.error)).toContain("secret detail");
    await answers("broken");
  });

  test("after a function returns no Response", async () => {
    host.write("functions/mute/index.ts", wellOr(`return "text";`));
    expect((await host.call("mute")).status).toBe(500);
    await answers("mute");
  });

  test("after an uncaught error that follows the response", async () => {
    host.write(
      "functions/careless/index.ts",
      `let fail;
       const failing = new Promise((resolve) => { fail = resolve; });
       Deno.serve((request) => {
         const { search } = new URL(request.url);
         if (search === "?well") return new Response("well");
         if (search === "?fail") fail();
         else failing.then(() => { throw new Error("left alone"); });
         return new Response("answered");
       });`,
    );
    expect(await (await host.call("careless")).text()).toBe("answered");
    // The thread may end before or after the answer to this call.
    await Promise.allSettled([host.call("careless?fail").then((response) => response.text())]);
    await eventually(() => expect(String(host.logged[0]?.error)).toContain("left alone"));
    await answers("careless");
  });

  test.each([
    ["its heap", "new Array(100_000).fill(kept.length + 0.5)"],
    ["buffers, as an answer without end from elsewhere", "new Uint8Array(1_000_000).fill(1)"],
  ])("after a function exceeds its memory limit with %s", async (_, piece) => {
    // Pauses between the pieces, so that the thread responds and only the memory limit applies.
    host.write(
      "functions/greedy/index.ts",
      wellOr(`const kept = [];
        for (;;) {
          kept.push(${piece});
          await new Promise((resolve) => setTimeout(resolve));
        }`),
    );
    expect((await host.call("greedy")).status).toBe(546);
    await answers("greedy");
    expect(String(host.logged[0]?.error)).toMatch(/memory limit/);
  });

  test("after a function runs an endless loop", async () => {
    host.write("functions/looping/index.ts", wellOr(`for (;;) {}`));
    host.limitTime(SHORT_LIMIT_MS);
    expect((await host.call("looping")).status).toBe(504);
    host.limitTime(LONG_LIMIT_MS);
    await answers("looping");
  });

  /** Moves the faked clock by seconds until `check` passes. */
  const afterSeconds = (check: () => void | Promise<void>) =>
    eventually(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      await check();
    });

  test("after a module never finishes loading; the log says so, and a change starts it at once", async () => {
    const starts = () => host.logged.filter(({ event }) => event === "function stuck does not start");
    const waits = "await new Promise(() => {});";
    host.write("functions/stuck/index.ts", `${waits} ${wellOr("")}`);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    // A caller who leaves does not wait.
    const leaving = new AbortController();
    const left = host.call("stuck", { signal: leaving.signal });
    leaving.abort();
    expect((await left).status).toBe(504);
    const calls = [host.call("stuck"), host.call("stuck")];
    await afterSeconds(() => expect(starts()).toHaveLength(1));
    for (const response of await Promise.all(calls)) expect(response.status).toBe(503);
    expect(starts()).toMatchObject([{ error: { message: "did not load within 60 seconds" } }]);
    // A later call does not load it again.
    expect((await host.call("stuck")).status).toBe(503);
    host.write("functions/stuck/index.ts", wellOr(""));
    await afterSeconds(async () => expect(await (await host.call("stuck?well")).text()).toBe("well"));
  });

  test.each([
    ["waits", "await new Promise(() => {});"],
    ["loops", "for (;;) {}"],
  ])("after a change of a module that %s while it loads", async (name, never) => {
    host.write(`functions/${name}/index.ts`, `console.log("loading"); ${never} ${wellOr("")}`);
    const waiting = host.call(`${name}?well`);
    await eventually(() => expect(host.logged).toMatchObject([{ error: "loading" }]));
    host.write(`functions/${name}/index.ts`, wellOr(""));
    await answers(name);
    expect(await (await waiting).text()).toBe("well");
  });

  test("while a function waits and the host is busy", async () => {
    const waits = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 8_000);";
    host.write("functions/patient/index.ts", wellOr(`${waits} return new Response("waited");`));
    const answer = host.call("patient");
    let answered = false;
    void answer.finally(() => {
      answered = true;
    });
    // Uses the processor in this thread without stopping its timers.
    while (!answered) {
      for (const until = performance.now() + 20; performance.now() < until; );
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(await (await answer).text()).toBe("waited");
  });

  test("after a function loops for two seconds of processor time, and not after it waited for the processor", async () => {
    const waits = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);";
    host.write("functions/waiting/index.ts", wellOr(`${waits} return new Response("waited");`));
    host.write("functions/busy/index.ts", wellOr("for (;;) {}"));
    expect(await (await host.call("waiting")).text()).toBe("waited");
    expect((await host.call("busy")).status).toBe(546);
    await answers("busy");
  });
});

test("tells only the developer at this machine why a function failed, without its secrets", async () => {
  host.write("functions/.env", "PROVIDER_KEY=secret-of-a-provider\n");
  const source = `Deno.serve(() => { throw new Error("refused " + Deno.env.get("PROVIDER_KEY")); });`;
  host.write("functions/refused/index.ts", source);
  host.write("functions/typo/index.ts", "Deno.serve((;");
  host.write("functions/remote/index.ts", 'import "https://a.test/mod.ts";');
  for (const [name, why] of [
    ["refused", /^Error: refused \[secret\]/],
    ["typo", /Unexpected|Expected/],
    [
      "remote",
      /^\S+index\.ts imports "https:\/\/a\.test\/mod\.ts": code is not loaded from the network\..+$/,
    ],
  ] as const) {
    expect(await (await host.callHere(name)).json()).toMatchObject({ details: expect.stringMatching(why) });
    expect(await (await host.call(name)).json()).not.toHaveProperty("details");
  }
});
