/**
 * Caches the application's files, one cache for each build. The page of a build is cached only together with its scripts,
 * so that no page starts with the files of another build.
 */

/** Filled in by the build (tools/build-service-worker.mjs). */
declare const SHELL: {
  /** The content of the page's `<meta name="build">`. */
  build: string;
  /** The paths of the files that every page needs. A page that registers the worker has loaded them. */
  first: readonly string[];
  /** The paths of all files that Home, Matches and the leaderboards need. */
  files: readonly string[];
};

const prefix = "shell ";
const cacheName = prefix + SHELL.build;
/** Open tabs may still need files of the previous build. */
const cachedBuilds = 2;
const page = "/";

export const build = SHELL.build;

/**
 * Caches this build's page and files: at a first visit those that the browser has loaded already, so that a reload works
 * offline within seconds, and in an update all of them. Rejects if the server has another build by now; the browser retries
 * later.
 */
export async function cacheShell(): Promise<void> {
  const answer = await fetch(page, { cache: "no-cache" });
  // not a text: for developers
  if (!(await isOfThisBuild(answer.clone()))) throw new Error("The server has another build");
  const isUpdate = (await caches.keys()).some((name) => name.startsWith(prefix));
  const cache = await caches.open(cacheName);
  await cache.addAll([...(isUpdate ? SHELL.files : SHELL.first)]);
  await cache.put(page, answer);
}

/** Caches those of this build's files that are not cached yet. */
export async function cacheRest(): Promise<void> {
  const cache = await caches.open(cacheName);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(SHELL.files.filter((file) => !cached.has(file)));
}

export async function deleteOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(shells.slice(0, -cachedBuilds).map((name) => caches.delete(name)));
}

/** A file that never changes: from the cache of any build, otherwise from the server and then cached. */
export async function asset(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached) return cached;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    const cache = await caches.open(cacheName);
    await cache.put(request, copy);
  }
  return answer;
}

/**
 * The server's page, or the cached one if no server answers. `waitUntil` receives work that continues after the answer.
 */
export async function screen(
  request: Request,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && !isProxyError(answer)) {
    if (answer.ok) waitUntil(updateCachedPage(answer.clone()));
    return answer;
  }
  const cached = await caches.open(cacheName).then((cache) => cache.match(page, { ignoreVary: true }));
  return cached ?? answer ?? Response.error();
}

/** The club's settings from the server, or the cached ones. */
export async function settings(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) {
    await cache.put(request, answer.clone());
    return answer;
  }
  return (await cache.match(request, { ignoreVary: true })) ?? answer ?? Response.error();
}

/** Caches the page again, because it contains the club's settings, which change without a build. */
async function updateCachedPage(answer: Response): Promise<void> {
  if (!(await isOfThisBuild(answer.clone()))) return;
  const cache = await caches.open(cacheName);
  await cache.put(page, answer);
}

async function isOfThisBuild(answer: Response): Promise<boolean> {
  return answer.ok && (await answer.text()).includes(`<meta name="build" content="${SHELL.build}">`);
}

/** The answer of a proxy that cannot reach the host. */
function isProxyError({ status }: Response): boolean {
  return status >= 502 && status <= 504;
}
