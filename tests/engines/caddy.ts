/** Caddy, from Debian's package, as a reverse proxy with the settings that docs/deploy.md recommends for several hosts. */
import { readFileSync } from "node:fs";
import { freePort } from "../../tools/host/spawn-host.ts";
import { startProgram } from "./program.ts";

export interface Caddy {
  url: string;
  stop(): Promise<void>;
}

const CADDYFILE = "deploy/Caddyfile";

/** Forwards to `hosts`, addresses like http://127.0.0.1:3000. */
export async function startCaddy(hosts: readonly string[]): Promise<Caddy> {
  const port = await freePort();
  const ours = readFileSync(CADDYFILE, "utf8")
    .replace("club.example.com", `:${port}`)
    .replace(/(?<=reverse_proxy).*(?= \{)/, hosts.map((host) => ` ${new URL(host).host}`).join(""));
  const stop = await startProgram({
    path: "/usr/bin/caddy",
    port,
    files: { Caddyfile: `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${ours}` },
    args: (folder) => ["run", "--config", `${folder}/Caddyfile`],
  });
  return { url: `http://127.0.0.1:${port}`, stop };
}
