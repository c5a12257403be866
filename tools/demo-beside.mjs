/**
 * A demo beside a club that has not started, for its start page: fills and serves one in a temporary folder and prints
 * "DEMO address". When its standard input closes, the demo ends and its folder is deleted.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "scoreline-demo-beside-"));
// As root the embedded server runs as another user, which must be able to enter the folder.
chmodSync(folder, 0o711);
const data = join(folder, "club");

// None of the club's own settings, such as its database, its bucket and its mail server.
const kept = ["PATH", "HOME", "TMPDIR", "LANG"].flatMap((name) =>
  process.env[name] === undefined ? [] : [[name, process.env[name]]],
);
const child = spawn(process.execPath, ["tools/start.mjs"], {
  stdio: ["pipe", "pipe", "inherit"],
  env: {
    ...Object.fromEntries(kept),
    DATA_DIR: data,
    PORT: "0",
    BACKUPS: "0",
    STOP_WITH_PARENT: "on",
  },
});
let printed = "";
child.stdout.setEncoding("utf8").on("data", (text) => {
  printed += text;
  const address = /^Serving (\S+)$/m.exec(printed)?.[1];
  if (address && /^This is a demo club/m.test(printed)) {
    printed = "";
    console.log(`DEMO ${address}`);
  }
});
child.once("exit", async (code) => {
  const { removeDataFolder } = await import("../build/commands/unused-homes.js");
  await removeDataFolder(data);
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
const stop = () => child.kill("SIGTERM");
// A terminal's Ctrl-C reaches this process too, which must outlive the demo.
process.on("SIGINT", stop).on("SIGTERM", stop);
process.stdin.resume().once("close", stop);
