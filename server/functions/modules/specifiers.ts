/** Reads the specifiers by which functions import packages. */

export interface NamedPackage {
  /** As the function names it. */
  name: string;
  /** Its name on npm, or in JSR's registry for npm. */
  npmName: string;
  /** `/path` of a module in the package, or empty. */
  path: string;
  /** Empty if the specifier has none. */
  version: string;
}

/** npm:name@1/path, jsr:@scope/name@1, https://esm.sh/name@1?target=deno, https://esm.sh/v135/name@1, and other CDNs of npm. */
const REGISTRY =
  /^(npm:|jsr:|https:\/\/esm\.sh\/(?:(?:v\d+|stable)\/)?(?:jsr\/)?|https:\/\/cdn\.skypack\.dev\/|https:\/\/cdn\.jsdelivr\.net\/npm\/|https:\/\/unpkg\.com\/)[/*]?/;
const PACKAGE = /^((?:@[\w.-]+\/)?[\w.-]+)(@[^/?]*)?(\/[^?]*)?(?:\?.*)?$/;
const DENO_LAND = /^https:\/\/deno\.land\/x\/([\w-]+)(?:@v?([^/]+))?\/(?:mod|index)\.[jt]s$/;
/** What npm accepts as a version, a range or a tag, and no address. */
const VERSION = /^[\w.^~<>=|*+ -]*$/;

/** Modules of deno.land/x that npm has with the same versions. */
const OF_DENO_LAND: Readonly<Record<string, string>> = {
  dayjs: "dayjs",
  grammy: "grammy",
  hono: "hono",
  jose: "jose",
  kysely: "kysely",
  nanoid: "nanoid",
  openai: "openai",
  postgresjs: "postgres",
  upstash_redis: "@upstash/redis",
  valibot: "valibot",
  zod: "zod",
};
/** Packages of JSR that npm has with the same versions. */
const OF_JSR: Readonly<Record<string, string>> = {
  "@hono/hono": "hono",
  "@openai/openai": "openai",
  "@panva/jose": "jose",
  "@supabase/functions-js": "@supabase/functions-js",
  "@supabase/supabase-js": "@supabase/supabase-js",
  "@valibot/valibot": "valibot",
  "@zod/zod": "zod",
};

/** The package that a specifier names; null for other specifiers. */
export function packageOf(specifier: string): NamedPackage | null {
  const [, module = "", tag = ""] = DENO_LAND.exec(specifier) ?? [];
  const onNpm = OF_DENO_LAND[module];
  if (onNpm !== undefined) return { name: module, npmName: onNpm, path: "", version: tag };
  const [whole = "", registry = ""] = REGISTRY.exec(specifier) ?? [];
  const [, name, at = "", path = ""] = PACKAGE.exec(specifier.slice(whole.length)) ?? [];
  // esm.sh/gh/ and /pr/ serve repositories, which are not packages.
  if (!registry || name === undefined || name === "gh" || name === "pr") return null;
  const version = decodeURIComponent(at.slice(1));
  if (!VERSION.test(version)) return null;
  const npmName = registry.includes("jsr") ? (OF_JSR[name] ?? jsrName(name)) : name;
  return { name, npmName, path: path === "/+esm" ? "" : path, version };
}

/** Source: https://jsr.io/docs/npm-compatibility */
function jsrName(name: string): string {
  return name.replace(/^@([^/]+)\/(.+)$/, "@jsr/$1__$2");
}
