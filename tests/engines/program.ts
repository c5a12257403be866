/** Starts a server of a Debian package for a test, with its settings in a temporary folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseRunAs } from "../../server/database/embedded/run-as.ts";
import { eventually } from "../eventually.ts";

export interface ProgramOptions {
  path: string;
  /** By name, written before the start. `FOLDER` in them is replaced by the path of their folder. */
  files: Readonly<Record<string, string>>;
  /** `folder`: of the files. */
  args: (folder: string) => string[];
  /** On 127.0.0.1; the program is started when it accepts connections. */
  port: number;
}

/** As root, the program runs as PostgreSQL's user. Rejects with its output if it ends. */
export async function startProgram({
  path,
  files,
  args,
  port,
}: ProgramOptions): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-program-"));
  chmodSync(folder, 0o755);
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), text.replaceAll("FOLDER", folder));
  const { ids, prefix } = chooseRunAs();
  const [program = "", ...rest] = [...prefix, path, ...args(folder)];
  const child = spawn(program, rest, {
    ...ids,
    cwd: "/",
    env: { HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk;
    });
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${path} ended: ${printed}`);
    await accepts(port);
  });
  return async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
}

async function accepts(port: number): Promise<void> {
  const socket = connect({ port, host: "127.0.0.1" });
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
