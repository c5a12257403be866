/**
 * Builds the page into build/web, with .gz and .br copies of text files, so that the host need not compress them. The page in English
 * comes first, because a host can serve it while the rest, which takes three times as long, is built.
 */
import { existsSync } from "node:fs";
import { cp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, loadConfigFromFile } from "vite";
import { buildServiceWorker, filesOf } from "./build-service-worker.mjs";

const out = "build/web";
/** The page in English is built into `out`, in another language into its folder, with the assets of all together. */
const SOURCE_LANGUAGE = "en";
const compressible = /\.(?:js|css|html|svg|json|txt|webmanifest)$/;
const tooSmall = 512;

export async function buildWeb() {
  await buildSourceLanguage();
  await buildOtherLanguages();
}

/** The page in English, with .gz copies. Removes what was built before. */
export async function buildSourceLanguage() {
  await rm(out, { recursive: true, force: true });
  await inProduction(() => buildPage(SOURCE_LANGUAGE, out));
  await compressFiles([GZIP]);
}

/** The page in the other languages, each complete when its folder is there, and .br copies of all. */
export async function buildOtherLanguages() {
  const languages = await readdir("words/generated");
  await inProduction(async () => {
    for (const language of languages.filter((name) => name !== SOURCE_LANGUAGE)) {
      const unfinished = `${out}-${language}`;
      await rm(unfinished, { recursive: true, force: true });
      await buildPage(language, unfinished);
      // Names have a hash of the content, so equal files of two languages are one file.
      await cp(join(unfinished, "assets"), join(out, "assets"), { recursive: true, force: false });
      await rm(join(unfinished, "assets"), { recursive: true });
      await rm(join(out, language), { recursive: true, force: true });
      await rename(unfinished, join(out, language));
    }
  });
  await compressFiles([GZIP, BROTLI]);
}

/** Vite would keep the `test` of a test runner that builds, and bundle React's development build. */
async function inProduction(work) {
  const caller = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await work();
  } finally {
    if (caller === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = caller;
  }
}

/** Vite's settings, which are loaded once for all languages. */
let settings;
async function buildWith(options) {
  settings ??= loadConfigFromFile({ command: "build", mode: "production" });
  const { config } = await settings;
  const { resolve: resolved, build: built, ...others } = config;
  await build({
    ...others,
    configFile: false,
    logLevel: "warn",
    ...options,
    resolve: { ...resolved, alias: [...options.resolve.alias, ...resolved.alias] },
    build: {
      ...built,
      ...options.build,
      rolldownOptions: {
        output: { ...built.rolldownOptions.output, ...options.build.rolldownOptions?.output },
      },
    },
  });
}

/** Builds the page with the words of one language in place of the English ones. */
async function buildPage(language, folder) {
  const words = { find: /^#words\/(.*)$/, replacement: resolve(`words/generated/${language}/$1.ts`) };
  await buildWith({
    ...(language === SOURCE_LANGUAGE ? {} : { publicDir: false }),
    resolve: { alias: [words] },
    build: { outDir: resolve(folder), emptyOutDir: false, manifest: true },
  });
  await writeFirstPaint(language, folder, words);
  await buildServiceWorker(folder, language);
}

/** Renders the first paint, which needs no scripts, into index.html, and writes previews.json for the host. */
async function writeFirstPaint(language, folder, words) {
  const rendered = "build/first-paint";
  await buildWith({
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

const GZIP = { extension: ".gz", compress: (text) => promisify(gzip)(text, { level: 9 }) };
const BROTLI = {
  extension: ".br",
  compress: (text) =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
};

/** Writes the copies that are missing. */
async function compressFiles(formats) {
  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(formats.flatMap((format) => paths.map((path) => compress(path, format))));
}

async function compress(file, { extension, compress }) {
  if (existsSync(file + extension) || (await stat(file)).size < tooSmall) return;
  await writeFile(file + extension, await compress(await readFile(file)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb();
