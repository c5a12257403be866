/** Starts the commands of build/commands on a data folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";

export interface Command {
  pid: number;
  /** The exit code, which is null after a signal, and the output. */
  ended: Promise<{ code: number | null; printed: string }>;
}

/** `club`: whose data folder and migrations the command uses. */
export function runCommand(
  name: "backup" | "restore",
  file: string,
  club: { dataDir: string; supabaseDir: string },
): Command {
  const child = spawn(process.execPath, [`build/commands/${name}.js`, file], {
    env: { PATH: process.env.PATH, DATA_DIR: club.dataDir, SUPABASE_DIR: club.supabaseDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk;
    });
  const ended = once(child, "close").then(([code]: (number | null)[]) => ({ code: code ?? null, printed }));
  return { pid: child.pid ?? 0, ended };
}
