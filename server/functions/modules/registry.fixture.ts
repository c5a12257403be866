/** A registry of npm on this machine, with small packages. npm finds it by its variables. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { afterAll, beforeAll } from "vitest";

/** The text of index.js by `NAME@VERSION`. */
export type Packages = Readonly<Record<string, string>>;

export interface Registry {
  /** The tarballs that were downloaded. */
  readonly downloads: readonly string[];
  /** No request is answered from then on. */
  stall(): void;
  close(): Promise<void>;
}

const VARIABLES = ["npm_config_registry", "npm_config_@jsr:registry"];

/** `@jsr/…` is asked there too, as in JSR's own registry. */
export function useRegistry(packages: Packages): Registry {
  const downloads: string[] = [];
  let isStalled = false;
  let server: Server;
  let url = "";
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      if (isStalled) return;
      const path = decodeURIComponent((request.url ?? "").slice(1));
      if (path.endsWith(".tgz")) downloads.push(path.slice(0, -4));
      const answer = path.endsWith(".tgz")
        ? await tarball(packages, path.slice(0, -4))
        : versionsOf(packages, path, url);
      response.writeHead(answer ? 200 : 404).end(answer ?? "{}");
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const name of VARIABLES) process.env[name] = url;
  });
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  afterAll(async () => {
    for (const name of VARIABLES) delete process.env[name];
    if (server.listening) await close();
  });
  return {
    downloads,
    stall() {
      isStalled = true;
    },
    close,
  };
}

function manifest(id: string) {
  const at = id.lastIndexOf("@");
  return { name: id.slice(0, at), version: id.slice(at + 1), main: "index.js", type: "module" };
}

/** What the registry knows about a package. */
function versionsOf(packages: Packages, name: string, url: string): string | null {
  const found = Object.keys(packages)
    .map(manifest)
    .filter((one) => one.name === name);
  if (found.length === 0) return null;
  const versions = found.map((one) => {
    const tarball = `${url}/${encodeURIComponent(`${name}@${one.version}`)}.tgz`;
    return [one.version, { ...one, dist: { tarball } }];
  });
  return JSON.stringify({
    name,
    "dist-tags": { latest: found.at(-1)?.version },
    versions: Object.fromEntries(versions),
  });
}

async function tarball(packages: Packages, id: string): Promise<Uint8Array | null> {
  const text = packages[id];
  if (text === undefined) return null;
  const files = { "package.json": JSON.stringify(manifest(id)), "index.js": text };
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name: `package/${name}`, size: Buffer.byteLength(body) },
    body,
  }));
  return gzipSync(await packTar(entries));
}
