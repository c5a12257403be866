/**
 * Caches the application's files, one cache for each build. The page of a build is cached only together with its scripts,
 * so that no page starts with the files of another build.
 */
import { isFile, isHtml, isPage, isPageOf, isSettings } from "./genuine.ts";

/** Filled in by the build (tools/build-service-worker.mjs). */
declare const SHELL: {
  /** The content of the page's `<meta name="build">`. */
  build: string;
  /** The paths of the files that every page needs. A page that registers the worker has loaded them. */
  first: readonly string[];
  /** The paths of all files that Home, Matches and the leaderboards need. */
  files: readonly string[];
  /** The paths of all further files that a member's pages need. */
  member: readonly string[];
  /** The hashes of all built files, by path. */
  hashes: Readonly<Record<string, string>>;
};

const prefix = "shell ";
/** Named once, because the build inserts the text wherever `SHELL` is written. */
const built = SHELL;
const cacheName = prefix + built.build;
/** Open tabs may still need files of the previous build. */
const cachedBuilds = 2;
const page = "/";
/** Milliseconds for which the network may keep a reader from a page that is on the device. */
const patience = 2_000;

export const build = built.build;

/**
 * Caches this build's page and files: at a first visit those that the browser has loaded already, so that a reload works
 * offline within seconds, and in an update all of them. Rejects if the server has another build by now; the browser retries
 * later.
 */
export async function cacheShell(): Promise<void> {
  const answer = await fetch(page, { cache: "no-cache", redirect: "error" });
  // not a text: for developers
  if (!(await isPageOf(build, answer.clone()))) throw new Error("The server has another build");
  const isUpdate = (await caches.keys()).some((name) => name.startsWith(prefix));
  const cache = await caches.open(cacheName);
  await Promise.all((isUpdate ? built.files : built.first).map((path) => store(cache, path)));
  await cache.put(page, answer);
}

/** Caches those of this build's files that are not cached yet, or not as they were built. `isMember`: of all members' pages. */
export async function cacheRest(isMember: boolean): Promise<void> {
  const cache = await caches.open(cacheName);
  const files = isMember ? [...built.files, ...built.member] : built.files;
  await Promise.allSettled(
    files.map(async (path) => {
      const cached = await cache.match(path);
      if (!cached || !(await isFile(path, cached, built.hashes))) await store(cache, path);
    }),
  );
}

export async function deleteOldShells(): Promise<void> {
  const shells = await shellNames();
  await Promise.all(shells.slice(0, -cachedBuilds).map((name) => caches.delete(name)));
}

/** A file that never changes: from the cache of any build, otherwise from the server and then cached. */
export async function asset(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached && !isHtml(cached)) return cached;
  if (cached) await deleteFromShells(request);
  const path = new URL(request.url).pathname;
  const answer = await fileAt(path);
  if (!answer) return Response.error();
  if (path in built.hashes) await (await caches.open(cacheName)).put(request, answer.clone());
  return answer;
}

/**
 * The server's page, or the cached one if no server answers in time. `waitUntil` receives work that continues after the
 * answer.
 */
export function screen(request: Request, waitUntil: WaitUntil): Promise<Response> {
  return genuineOrCached(request, page, isPage, updateCachedPage, waitUntil);
}

/** The club's settings from the server, or the cached ones if no server answers in time. */
export function settings(request: Request, waitUntil: WaitUntil): Promise<Response> {
  const update = async (answer: Response) => (await caches.open(cacheName)).put(request, answer);
  return genuineOrCached(request, request, isSettings, update, waitUntil);
}

type WaitUntil = (work: Promise<unknown>) => void;

/** `key`: of the cached answer. `update` receives a genuine answer, also one that comes too late. */
async function genuineOrCached(
  request: Request,
  key: Request | string,
  isGenuine: (answer: Response) => Promise<boolean>,
  update: (answer: Response) => Promise<void>,
  waitUntil: WaitUntil,
): Promise<Response> {
  const asked = fetch(request).catch(() => null);
  const genuine = asked.then(async (answer) => (answer && (await isGenuine(answer.clone())) ? answer : null));
  const copied = genuine.then((answer) => answer?.clone());
  waitUntil(copied.then((copy) => copy && update(copy)));
  const cached = await (await caches.open(cacheName)).match(key, { ignoreVary: true });
  return (cached ? ((await inTime(genuine)) ?? cached) : await asked) ?? Response.error();
}

/** Caches the page again, because it contains the club's settings, which change without a build. */
async function updateCachedPage(answer: Response): Promise<void> {
  if (await isPageOf(build, answer.clone())) await (await caches.open(cacheName)).put(page, answer);
}

async function store(cache: Cache, path: string): Promise<void> {
  const answer = await fileAt(path);
  // not a text: for developers
  if (!answer) throw new Error(`${path} is not as it was built`);
  await cache.put(path, answer);
}

/** The server's file; null if what arrives is not the file. The browser's own cache may have stored what a portal answered. */
async function fileAt(path: string): Promise<Response | null> {
  for (const cache of ["default", "reload"] as const) {
    const answer = await fetch(path, { cache });
    if (await isFile(path, answer.clone(), built.hashes)) return answer;
  }
  return null;
}

/** The answer, or null when it takes longer than a reader should wait. */
function inTime(answer: Promise<Response | null>): Promise<Response | null> {
  return Promise.race([answer, new Promise<null>((late) => setTimeout(() => late(null), patience))]);
}

async function deleteFromShells(request: Request): Promise<void> {
  for (const name of await shellNames())
    await (await caches.open(name)).delete(request, { ignoreVary: true });
}

async function shellNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}
