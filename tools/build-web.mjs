/** Builds the page into build/web, with .br and .gz copies of text files, so that the host need not compress them. */
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { buildServiceWorker, filesOf } from "./build-service-worker.mjs";

const out = "build/web";
const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const tooSmall = 512;

export async function buildWeb() {
  // Vite would keep the `test` of a test runner that builds, and bundle React's development build.
  const caller = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await build({ logLevel: "warn", build: { manifest: true } });
    await writeFirstPaint();
  } finally {
    if (caller === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = caller;
  }
  await buildServiceWorker(out);
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
}

/** Renders the first paint, which needs no scripts, into index.html, and writes previews.json for the host. */
async function writeFirstPaint() {
  const rendered = "build/first-paint";
  await build({
    logLevel: "warn",
    publicDir: false,
    build: {
      ssr: "app/first-paint/first-paint.tsx",
      outDir: `../${rendered}`,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const { firstPaints, linkPreviews } = await import(
    `${pathToFileURL(`${rendered}/first-paint.js`).href}?${Date.now()}`
  );
  await writeFile(join(out, "previews.json"), JSON.stringify(linkPreviews));
  const templates = Object.entries(firstPaints()).map(
    ([name, html]) => `<template data-first-paint="${name}">${html}</template>`,
  );
  const script = await readFile("web/app/first-paint/first-paint.js", "utf8");
  const page = await readFile(join(out, "index.html"), "utf8");
  const marker = "<!-- first paint -->";
  if (!page.includes(marker)) throw new Error("index.html has no place for the first paint");
  // The inline script loads the application after the first paint.
  const app = [];
  const bare = page.replace(
    /\s*<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g,
    (tag, file) => {
      app.push(tag.includes("<script") ? { script: file } : { preload: file });
      return "";
    },
  );
  if (app.filter((file) => file.script).length !== 1) throw new Error("index.html should start one module");
  app.push(...(await firstPageFiles(app)));
  const filled = bare.replace(
    marker,
    () =>
      `${templates.join("\n    ")}\n    <script>${script.replace('"app files"', JSON.stringify(app))}</script>`,
  );
  await writeFile(join(out, "index.html"), filled);
  await rm(rendered, { recursive: true });
}

/** The pages that most visits open first, with what they load while they draw. */
const FIRST_PAGES = {
  "/": ["features/home/home-page.tsx", "features/home/home-more.ts"],
  "/matches": ["features/matches/matches-page.tsx"],
  "/leaderboard": ["features/leaderboard/leaderboard-page.tsx"],
};

/**
 * The scripts of these pages, each with its path, and the script that starts the application. Preloaded, they arrive with
 * the libraries; otherwise each waits until the one that imports it has run. `app`: what the page lists already.
 */
async function firstPageFiles(app) {
  const manifest = JSON.parse(await readFile(join(out, ".vite/manifest.json"), "utf8"));
  const listed = app.map(({ preload }) => preload);
  const { script } = app.find((file) => file.script);
  const ofPages = Object.entries(FIRST_PAGES).flatMap(([path, modules]) =>
    filesOf(manifest, modules)
      .filter((file) => file.endsWith(".js") && file !== script && !listed.includes(file))
      .map((preload) => ({ preload, path })),
  );
  return [{ preload: script }, ...ofPages];
}

async function compress(file) {
  if ((await stat(file)).size < tooSmall) return;
  const text = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
    promisify(gzip)(text, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb();
