/** Builds and serves the floor page of `page/`. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const source = fileURLToPath(new URL("page", import.meta.url));
const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".html": "text/html" };

/** Its address, and a function that stops it. */
export async function openFloorPage(): Promise<{ url: string; stop: () => void }> {
  const outDir = mkdtempSync(join(tmpdir(), "scoreline-floor-"));
  await build({
    configFile: false,
    root: source,
    logLevel: "warn",
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: "es2022" },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://floor");
    const file = extname(pathname) === "" ? "/index.html" : pathname;
    const type = types[extname(file)];
    if (!type) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": type, "content-encoding": "br" });
    return response.end(brotliCompressSync(readFileSync(join(outDir, file))));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}
