/** Builds the page into build/web, with .br and .gz copies of text files, so that the host need not compress them. */
import { cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { buildServiceWorker, filesOf } from "./build-service-worker.mjs";

const out = "build/web";
/** The page in English is built into `out`, in another language into its folder, with the assets of all together. */
const SOURCE_LANGUAGE = "en";
const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const tooSmall = 512;

export async function buildWeb() {
  // Vite would keep the `test` of a test runner that builds, and bundle React's development build.
  const caller = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await rm(out, { recursive: true, force: true });
    const others = await readdir("words/generated");
    await buildPage(SOURCE_LANGUAGE, out);
    for (const language of others.filter((name) => name !== SOURCE_LANGUAGE))
      await buildPage(language, join(out, language));
  } finally {
    if (caller === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = caller;
  }
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
}

/** Builds the page with the words of one language in place of the English ones. */
async function buildPage(language, folder) {
  const words = { find: /^#words\/(.*)$/, replacement: resolve(`words/generated/${language}/$1.ts`) };
  const isSource = language === SOURCE_LANGUAGE;
  await build({
    logLevel: "warn",
    ...(isSource ? {} : { publicDir: false }),
    resolve: { alias: [words] },
    build: { outDir: resolve(folder), emptyOutDir: false, manifest: true },
  });
  await writeFirstPaint(language, folder, words);
  await buildServiceWorker(folder, language);
  if (isSource) return;
  // Names have a hash of the content, so equal files of two languages are one file.
  await cp(join(folder, "assets"), join(out, "assets"), { recursive: true, force: false });
  await rm(join(folder, "assets"), { recursive: true });
}

/** Renders the first paint, which needs no scripts, into index.html, and writes previews.json for the host. */
async function writeFirstPaint(language, folder, words) {
  const rendered = "build/first-paint";
  await build({
    logLevel: "warn",
    publicDir: false,
    resolve: { alias: [words] },
    build: {
      ssr: "app/first-paint/first-paint.tsx",
      outDir: `../${rendered}`,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const { firstPaints, linkPreviews } = await import(
    `${pathToFileURL(`${rendered}/first-paint.js`).href}?${Date.now()}`
  );
  await writeFile(join(folder, "previews.json"), JSON.stringify(linkPreviews));
  const templates = Object.entries(firstPaints()).map(
    ([name, html]) => `<template data-first-paint="${name}">${html}</template>`,
  );
  const script = await readFile("web/app/first-paint/first-paint.js", "utf8");
  const page = await readFile(join(folder, "index.html"), "utf8");
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
  app.push(...(await firstPageFiles(folder, app)));
  const filled = bare.replace(
    marker,
    () =>
      `${templates.join("\n    ")}\n    <script>${script.replace('"app files"', JSON.stringify(app))}</script>`,
  );
  await writeFile(
    join(folder, "index.html"),
    filled.replace('<html lang="en">', `<html lang="${language}">`),
  );
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
async function firstPageFiles(folder, app) {
  const manifest = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8"));
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
