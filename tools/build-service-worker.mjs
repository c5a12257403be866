/** Bundles web/service-worker into build/web/service-worker.js for the page in that folder. */
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";

/** Pages that work offline after the first visit. The other pages of members follow when the browser is idle. */
const KEPT_FROM_THE_START = [
  "index.html",
  "app/idle-parts.ts",
  "backend/connection/auth-client.ts",
  "backend/requests/other-answers.ts",
  "features/home/home-page.tsx",
  "features/home/home-more.ts",
  "features/matches/matches-page.tsx",
  "features/leaderboard/leaderboard-page.tsx",
];
const UNFILLED = '<meta name="build" content="development">';

/** `out`: the folder of the page in this language. Deletes Vite's manifest in it. */
export async function buildServiceWorker(out, language) {
  const manifest = JSON.parse(await readFile(join(out, ".vite/manifest.json"), "utf8"));
  await rm(join(out, ".vite"), { recursive: true });
  const first = filesOf(manifest, ["index.html"]);
  const files = filesOf(manifest, KEPT_FROM_THE_START);
  const member = filesOf(manifest, memberModules(manifest)).filter((file) => !files.includes(file));
  const hashes = await hashesOf(out, manifest);
  const page = await readFile(join(out, "index.html"), "utf8");
  if (!page.includes(UNFILLED)) throw new Error("index.html has no place for the build");
  const build = createHash("sha256")
    .update(page)
    .update(JSON.stringify([files, member, hashes]))
    .update(await workerSource())
    .digest("base64url")
    .slice(0, 16);
  await writeFile(join(out, "index.html"), page.replace(UNFILLED, UNFILLED.replace("development", build)));

  const bundle = await rolldown({
    input: "web/service-worker/worker.ts",
    platform: "browser",
    logLevel: "warn",
    resolve: {
      alias: { "#words/service-worker": resolve(`words/generated/${language}/service-worker.ts`) },
    },
    transform: { define: { SHELL: JSON.stringify({ build, first, files, member, hashes }) } },
  });
  await bundle.write({ file: join(out, "service-worker.js"), format: "iife", minify: true });
  await bundle.close();
}

/** Fonts for the letters that few names have. They are cached when a page has loaded them. */
const RARE_FONTS = /-latin-ext-/;

/** URLs of the chunks that these modules need, with their styles and fonts. */
export function filesOf(manifest, modules) {
  const found = new Set();
  const visited = new Set();
  const visit = (key) => {
    if (visited.has(key)) return;
    visited.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The built page has no ${key}`);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(`/${file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of modules) visit(key);
  return [...found].filter((file) => !RARE_FONTS.test(file)).sort();
}

/** What only organisers and helpers open. */
const ORGANISERS = /^app\/admin-routes\.tsx$|^features\/admin\//;

/** All modules that the page of a member can load. */
function memberModules(manifest) {
  const found = new Set();
  const visit = (key) => {
    if (found.has(key) || ORGANISERS.test(key)) return;
    found.add(key);
    for (const next of [...(manifest[key].imports ?? []), ...(manifest[key].dynamicImports ?? [])])
      visit(next);
  };
  visit("index.html");
  return [...found];
}

/** The hashes of all built files, by URL. The worker (web/service-worker/genuine.ts) computes the same. */
async function hashesOf(out, manifest) {
  const files = [
    ...new Set(
      Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]),
    ),
  ];
  const hash = async (file) =>
    createHash("sha256")
      .update(await readFile(join(out, file)))
      .digest("base64url")
      .slice(0, 12);
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (file) => [`/${file}`, await hash(file)])),
  );
}

/** Includes the worker's code: a changed worker is a new build. */
async function workerSource() {
  const names = ["worker", "shell", "genuine", "requests", "push", "message"];
  const texts = await Promise.all(names.map((name) => readFile(`web/service-worker/${name}.ts`, "utf8")));
  return texts.join();
}
