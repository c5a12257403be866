/** A copy of the project in a temporary folder, where faults are planted. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Fault, planted } from "./fault.ts";

/** The folders of build/ and the program that builds each of them. */
const BUILDERS = {
  server: "const { buildServer } = await import('./tools/build-server.mjs'); await buildServer();",
  commands: "const { buildCommands } = await import('./tools/build-commands.mjs'); await buildCommands();",
  web: "const { buildWeb } = await import('./tools/build-web.mjs'); await buildWeb();",
} as const;
type Part = keyof typeof BUILDERS;

/** The folder with the hashes by which tools/build.mjs skips what is up to date. */
const STAMPS = "stamps";
const MARK_BUILT = "const { markBuilt } = await import('./tools/build.mjs'); markBuilt();";

/** A build without a fault, to return to after each fault. */
const FAULTLESS = "build-faultless";

export interface Copy {
  folder: string;
  /** Builds everything, unless the project's own build is up to date. */
  buildAll(): void;
  /** Plants a fault and rebuilds what depends on the changed file, if the test uses the build. */
  plant(fault: Fault, options: { build: boolean }): void;
  /** Undoes the fault, in sources and build. */
  restore(): void;
  remove(): void;
}

/** Copies the project's files as they are, committed or not, with a link to its packages. */
export function copyProject(): Copy {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-mutants-"));
  chmodSync(folder, 0o711); // PostgreSQL's user must enter it when the tests run as root
  for (const file of projectFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(file, join(folder, file));
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  if (existsSync(join("build", STAMPS))) {
    for (const name of [STAMPS, ...Object.keys(BUILDERS)])
      cpSync(join("build", name), join(folder, "build", name), { recursive: true });
  }

  let undo = (): void => {};
  const build = (parts: readonly Part[]): void =>
    run(folder, [
      "--input-type=module",
      "-e",
      [...parts.map((part) => BUILDERS[part]), MARK_BUILT].join("\n"),
    ]);
  return {
    folder,
    buildAll() {
      run(folder, ["tools/build.mjs"]);
      cpSync(join(folder, "build"), join(folder, FAULTLESS), { recursive: true });
    },
    plant(fault, { build: isBuilt }) {
      const path = join(folder, fault.file);
      const source = readFileSync(path, "utf8");
      const parts = isBuilt ? partsMadeOf(fault.file) : [];
      undo = () => {
        writeFileSync(path, source);
        for (const part of parts) {
          rmSync(join(folder, "build", part), { recursive: true, force: true });
          cpSync(join(folder, FAULTLESS, part), join(folder, "build", part), { recursive: true });
        }
        if (parts.length > 0)
          cpSync(join(folder, FAULTLESS, STAMPS), join(folder, "build", STAMPS), { recursive: true });
      };
      writeFileSync(path, planted(source, fault));
      if (parts.length > 0) build(parts);
    },
    restore() {
      undo();
      undo = () => {};
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The host reads schemas and edge functions from their folders, so a fault in supabase/ needs no build. */
function partsMadeOf(file: string): Part[] {
  if (file.startsWith("server/backup/")) return ["server", "commands"];
  if (file.startsWith("server/")) return ["server"];
  if (file.startsWith("tools/")) return ["commands"];
  if (file.startsWith("web/football/fixtures/")) return ["commands", "web"];
  return file.startsWith("web/") ? ["web"] : [];
}

/** Tracked files and new ones that git does not ignore, without deleted ones. */
function projectFiles(): string[] {
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr || listed.error?.message}`);
  return listed.stdout
    .split("\0")
    .filter((file) => file !== "" && lstatSync(file, { throwIfNoEntry: false })?.isFile());
}

function run(folder: string, args: readonly string[]): void {
  const done = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`The build failed: ${done.stderr || done.error?.message}`);
}
