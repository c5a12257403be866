/**
 * The application's own files, one cache a build. The page of a build and the scripts it names are kept together or not at
 * all, so that no page ever starts with another build's files.
 */

/** Filled in by the build (tools/build-service-worker.mjs). */
declare const SHELL: {
  /** What the page says of itself in `<meta name="build">`. */
  build: string;
  /** Addresses of what Home, Matches and the tables need. */
  files: readonly string[];
};

const prefix = "shell ";
const own = prefix + SHELL.build;
/** Tabs that are still open may ask for a part of the build before. */
const cachedBuilds = 2;
const page = "/";

export const build = SHELL.build;

/** Keeps this build's files. Rejects, and is tried again later, where the server has another build by now. */
export async function cacheShell(): Promise<void> {
  const answer = await fetch(page, { cache: "no-cache" });
  if (!(await isOwn(answer.clone()))) throw new Error("The server has another build");
  const cache = await caches.open(own);
  await cache.addAll([...SHELL.files]);
  await cache.put(page, answer);
}

export async function deleteOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(shells.slice(0, -cachedBuilds).map((name) => caches.delete(name)));
}

/** A file that never changes: as it was kept by any build, else from the server, and kept from then on. */
export async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    const cache = await caches.open(own);
    await cache.put(request, copy);
  }
  return answer;
}

/**
 * The server's own page whenever there is one; else the one that was kept. `later` is told what goes on after the answer.
 */
export async function screen(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && !isAway(answer)) {
    if (answer.ok) later(keepNewest(answer.clone()));
    return answer;
  }
  const kept = await caches.open(own).then((cache) => cache.match(page, { ignoreVary: true }));
  return kept ?? answer ?? Response.error();
}

/** The club's settings: the server's, else those that were kept. */
export async function settings(request: Request): Promise<Response> {
  const cache = await caches.open(own);
  const answer = await fetch(request).catch(() => null);
  if (answer?.ok) {
    await cache.put(request, answer.clone());
    return answer;
  }
  return (await cache.match(request, { ignoreVary: true })) ?? answer ?? Response.error();
}

/** The page carries the club's settings, which change without a build. */
async function keepNewest(answer: Response): Promise<void> {
  if (!(await isOwn(answer.clone()))) return;
  const cache = await caches.open(own);
  await cache.put(page, answer);
}

async function isOwn(answer: Response): Promise<boolean> {
  return answer.ok && (await answer.text()).includes(`<meta name="build" content="${SHELL.build}">`);
}

/** What a proxy says when there is no host behind it. */
function isAway({ status }: Response): boolean {
  return status >= 502 && status <= 504;
}
