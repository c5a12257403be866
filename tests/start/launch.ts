/** Starts the product's programs as child processes and checks how they end. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";

export interface Ended {
  code: number | null;
  stderr: string;
}

export interface LaunchOptions {
  program?: readonly string[];
  /** The operating system's user to start it as. */
  user?: { uid: number; gid: number };
  /** The folder with the build, by default this checkout. */
  cwd?: string;
}

const running: ChildProcess[] = [];

/** Starts the built host, or another program, with Node. */
export function launch(
  env: Record<string, string>,
  { program = ["build/server/main.js"], user = undefined, cwd = process.cwd() }: LaunchOptions = {},
): ChildProcess {
  const child = spawn(process.execPath, [...program], {
    env: { PATH: process.env.PATH, WEB_DIR: "none", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
    ...user,
  });
  running.push(child);
  return child;
}

/** Kills processes that a failed test left running. */
export async function killLaunched(): Promise<void> {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
  }
}

/** The output up to "Serving ..." or another line. */
export function serving(child: ChildProcess, line = /^Serving .*\n/m): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        printed += chunk;
        if (line.test(printed)) resolve(printed);
      });
    }
    child.once("exit", () => reject(new Error(printed)));
  });
}

/** Resolves when the process has ended. */
export async function ended(child: ChildProcess): Promise<Ended> {
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr };
}

/** Sends SIGINT, as Ctrl-C does; resolves to the exit code. */
export async function stopped(child: ChildProcess): Promise<number | null> {
  const gone = once(child, "exit");
  child.kill("SIGINT");
  return ((await gone) as [number | null])[0];
}

export function expectOneLine({ code, stderr }: Ended, words: RegExp): void {
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(stderr).toMatch(words);
  expect(code).toBe(1);
}
