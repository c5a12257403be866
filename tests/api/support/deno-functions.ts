/** Runs the club's edge functions in Deno, with the packages that their deno.json names and without downloads. */
import { execFile, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

/** The program itself: npm's wrapper around it does not pass signals on. */
const DENO = join(
  dirname(createRequire(import.meta.url).resolve("deno/package.json")),
  process.platform === "win32" ? "deno.exe" : "deno",
);
/** Deno takes packages from node_modules only, and the test stays off the network. */
const OFFLINE = ["--cached-only", "--node-modules-dir=manual"];
/** What Supabase's runtime allows and the functions use. */
const PERMISSIONS = ["--no-prompt", "--allow-net", "--allow-env", "--allow-sys=hostname"];

type ImportMap = Record<string, string>;

export interface DenoFunction {
  /** The address of the function, like `/functions/v1/NAME` of a host. */
  url: string;
  stop(): Promise<void>;
}

export interface DenoFunctions {
  names: readonly string[];
  /** Type-checks every function. Rejects with Deno's errors. */
  check(): Promise<void>;
  /** Serves a function on a free port. Rejects with what Deno prints. */
  start(name: string, env: Readonly<Record<string, string>>): Promise<DenoFunction>;
  remove(): void;
}

/** A copy of supabase/functions: outside of the project, Deno finds neither its package.json nor other packages. */
export function denoFunctions(): DenoFunctions {
  const copy = mkdtempSync(join(tmpdir(), "scoreline-deno-"));
  const folder = join(copy, "functions");
  cpSync("supabase/functions", folder, { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  const names = readdirSync(folder).filter((name) => !/[_.]/.test(name));
  const base = {
    PATH: process.env.PATH ?? "",
    DENO_DIR: join(copy, "cache"),
    NO_COLOR: "1",
    DENO_NO_UPDATE_CHECK: "1",
  };
  const all: ImportMap = {};
  for (const name of names) {
    const imports = importsOf(join(folder, name));
    for (const [key, target] of Object.entries(imports)) {
      all[key] ??= target;
      if (all[key] !== target) throw new Error(`${key} has two versions: ${all[key]} and ${target}`);
    }
    linkPackages(join(folder, name), imports);
  }
  // One program for all types: the functions share folders, so a single call checks these once.
  const config = join(folder, "all.json");
  // A function may import files as bytes, which Deno calls unstable.
  writeFileSync(config, JSON.stringify({ imports: all, unstable: ["raw-imports"] }));
  // The types of web-push and of Node's modules refer to these.
  linkPackages(folder, { ...all, node: "npm:@types/node", undici: "npm:undici-types" });
  return {
    names,
    async check() {
      const entries = names.map((name) => `${name}/index.ts`);
      await promisify(execFile)(DENO, ["check", ...OFFLINE, "--config", config, ...entries], {
        cwd: folder,
        env: base,
      });
    },
    start: (name, env) => serve(join(folder, name), name, { ...base, ...env }),
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}

function importsOf(folder: string): ImportMap {
  if (!readdirSync(folder).includes("deno.json")) {
    writeFileSync(join(folder, "deno.json"), "{}");
    return {};
  }
  return (JSON.parse(readFileSync(join(folder, "deno.json"), "utf8")) as { imports: ImportMap }).imports;
}

/** Only packages of the import map, so that Deno refuses an import that the map lacks. */
function linkPackages(folder: string, imports: ImportMap): void {
  const names = Object.values(imports).map((target) => /^npm:\/?((?:@[^/]+\/)?[^@/]+)/.exec(target)?.[1]);
  // A package may be named twice: itself, and the files in it.
  for (const name of new Set(names)) {
    if (!name) continue;
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(resolve("node_modules", name), link, "junction");
  }
}

async function serve(cwd: string, name: string, env: Record<string, string>): Promise<DenoFunction> {
  const child = spawn(DENO, ["run", ...OFFLINE, ...PERMISSIONS, "index.ts"], {
    cwd,
    // Deno.serve without a port listens at this address.
    env: { ...env, DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0" },
  });
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  let printed = "";
  const address = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const [, url] = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed) ?? [];
      if (url) found(url);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", failed);
    void ended.then(() => failed(new Error(`${name} ended: ${printed}`)));
  });
  return {
    url: `${address}/${name}`,
    stop: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
