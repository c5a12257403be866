/**
 * Tells the answers of the club from those of captive portals, filters and static hosts that answer every address with a page.
 * Only genuine answers are cached.
 */

type Hashes = Readonly<Record<string, string>>;

/** Whether an answer is the built file at this path, and not of another origin or cut short. `hashes`: by path. */
export async function isFile(path: string, answer: Response, hashes: Hashes): Promise<boolean> {
  if (!answer.ok || answer.redirected || isHtml(answer)) return false;
  const hash = hashes[path];
  // A file of another build, which an open tab may still need.
  if (hash === undefined) return true;
  const bytes = await answer.arrayBuffer().catch(() => null);
  return bytes !== null && (await hashOf(bytes)) === hash;
}

export function isHtml({ headers }: Response): boolean {
  return headers.get("content-type")?.includes("text/html") ?? false;
}

/** Whether an answer is the page of the club, of any build. A redirected one is not: no page of the club redirects. */
export async function isPage(answer: Response): Promise<boolean> {
  if (answer.type === "opaqueredirect" || answer.redirected || !isHtml(answer)) return false;
  return /<meta name="build" content="[^"]+">/.test(await textOf(answer));
}

/** Whether an answer is the page of this build. */
export async function isPageOf(build: string, answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected || !isHtml(answer)) return false;
  return (await textOf(answer)).includes(`<meta name="build" content="${build}">`);
}

/** Whether an answer is the club's `config.json`. */
export async function isSettings(answer: Response): Promise<boolean> {
  if (!answer.ok || answer.redirected || isHtml(answer)) return false;
  const settings: unknown = await answer.json().catch(() => null);
  return typeof settings === "object" && settings !== null && "publishable_key" in settings;
}

/** The first 12 characters of the SHA-256, in base64url, as tools/build-service-worker.mjs writes it. */
export async function hashOf(bytes: ArrayBuffer): Promise<string> {
  // not a text: an algorithm
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .slice(0, 12);
}

/** The text; empty if the body breaks off. */
function textOf(answer: Response): Promise<string> {
  return answer.text().catch(() => "");
}
