import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { type SigningKey, signingKeysSchema } from "../gateway/keys.ts";
import { type Problem, problemText, schemaProblem, unknownProblem, variableOf } from "./problems.ts";
import { configSchema } from "./schema.ts";
import { unknownSettings } from "./setting-list.ts";
import { readToml, type Toml, TomlError } from "./toml.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export type Config = z.infer<typeof configSchema> & {
  /** The folder of config.toml, which has the template and key files. */
  dir: string;
  /** Keys of `auth.signing_keys_path`, which precede the data folder's keys; empty if it is not set. */
  signingKeys: SigningKey[];
  /** True for a project with a jwt_secret and no signing keys, which signs with the secret, as with the CLI. */
  signsWithSecret: boolean;
  /** What the owner should know although the host starts. */
  warnings: string[];
};
export type AuthConfig = Config["auth"];

/** An invalid setting. The message names it, e.g. `auth.email.otp_length: ...`. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the settings of a `supabase/` folder, or the defaults without a config.toml. `env(NAME)` values come from
 * `environment`, and then from the files .env.local and .env of the folder and of the one above it. A setting that its
 * unset variable makes invalid has its default, or its section is left out, with a warning. Throws ConfigError that names every
 * invalid setting with its line and what to do.
 */
export function loadConfig(supabaseDir: string, environment: Environment = {}): Config {
  const path = join(supabaseDir, "config.toml");
  const { value: raw, lineOf } = tomlOf(path);
  const variables = { ...fileVariables(supabaseDir), ...set(environment) };
  const { given, parsed, warnings } = parseWithout(raw, variables);
  const keys = readSigningKeys(supabaseDir, given);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => schemaProblem(issue)),
    ...unknownSettings(given, configSchema).map(unknownProblem),
    ...keys.problems,
    ...missingTemplates(supabaseDir, parsed.data),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problemText(path, problems, lineOf));
  const config = parsed.data;
  return {
    ...config,
    dir: supabaseDir,
    signingKeys: keys.keys,
    warnings: [...warnings, ...warningsOf(config)],
    signsWithSecret: config.auth.jwt_secret !== undefined && config.auth.signing_keys_path === undefined,
  };
}

/** The path of a file that a setting names. Throws ConfigError if it is outside the folder. */
export function pathInside(dir: string, relative: string): string {
  const path = resolvedIn(dir, relative);
  if (!isInside(dir, path)) throw new ConfigError(`${relative} is outside ${dir}`);
  return path;
}

/** The CLI resolves some paths against the project root, so "./supabase/templates/x.html" is usual too. */
function resolvedIn(dir: string, relative: string): string {
  return resolve(dir, relative.replace(/^(\.\/)?supabase\//, ""));
}

function isInside(dir: string, path: string): boolean {
  return path.startsWith(resolve(dir) + sep);
}

function tomlOf(path: string): Toml {
  try {
    return readToml(existsSync(path) ? readFileSync(path, "utf8") : "");
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new ConfigError(`${path} is not TOML: line ${error.line}: ${error.message}.`);
  }
}

/** The variables of the files that the CLI reads too. Source: supabase/cli, pkg/config/config.go (loadDefaultEnv). */
function fileVariables(supabaseDir: string): Environment {
  const files = [join(supabaseDir, ".."), supabaseDir].flatMap((dir) =>
    [".env", ".env.local"].map((name) => join(dir, name)),
  );
  const found = files.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  return Object.assign({}, ...found.map((file) => set(parseEnv(readFileSync(file, "utf8")))));
}

/** The variables that have a value: `NAME=` means "not set". */
function set(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
}

/** Null for invalid JSON, which no schema accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readSigningKeys(dir: string, given: unknown): { keys: SigningKey[]; problems: Problem[] } {
  const setting = z.object({ auth: z.object({ signing_keys_path: z.string().min(1) }) }).safeParse(given);
  if (!setting.success) return { keys: [], problems: [] };
  const refuse = (message: string, remedy: string) => ({
    keys: [],
    problems: [{ path: ["auth", "signing_keys_path"], message, remedy }],
  });
  const path = resolvedIn(dir, setting.data.auth.signing_keys_path);
  if (!existsSync(path)) return refuse(`${path} does not exist`, "Make it with `supabase gen signing-key`.");
  const keys = signingKeysSchema.safeParse(parseJson(readFileSync(path, "utf8")));
  if (!keys.success) {
    const why = z.prettifyError(keys.error).replaceAll(/\s*\n\s*/g, " ");
    return refuse(`${path} is not a list of keys (${why})`, "Write ES256 or RS256 keys with a kid into it.");
  }
  if (new Set(keys.data.map(({ kid }) => kid)).size < keys.data.length)
    return refuse(`two keys of ${path} have the same kid`, "Give every key its own kid.");
  return { keys: keys.data, problems: [] };
}

/** The templates of emails whose file does not exist. */
function missingTemplates(dir: string, config: z.infer<typeof configSchema> | undefined): Problem[] {
  return Object.entries(config?.auth.email.template ?? {}).flatMap(([name, { content_path }]) => {
    if (!content_path) return [];
    const path = ["auth", "email", "template", name, "content_path"];
    const file = resolvedIn(dir, content_path);
    if (!isInside(dir, file)) {
      const message = `${content_path} is outside ${dir}`;
      return [{ path, message, remedy: "Move the file into the folder." }];
    }
    if (existsSync(file)) return [];
    const message = `${content_path} does not exist`;
    return [{ path, message, remedy: "Correct the path or make the file." }];
  });
}

/**
 * Parses the settings. A variable that is not set is empty text, as before. Where that is invalid, the setting is left
 * out, and then its section, for example a provider without its client_id; the CLI only warns too.
 */
function parseWithout(raw: unknown, variables: Environment) {
  const unset: Unset[] = [];
  let given = withEnvironment(raw, variables, [], unset);
  const warnings: string[] = [];
  const left = unset.map(({ path, variable }) => ({
    path,
    warning: `${path.join(".")}: the environment variable ${variable} is not set`,
  }));
  // A hook may refuse what must not happen, so the host does not start without one that is enabled.
  for (const section of new Set(unset.map(({ path }) => path.slice(0, -1).join("."))))
    if (/\./.test(section) && !section.startsWith("auth.hook."))
      left.push({ path: section.split("."), warning: `[${section}] is left out` });
  for (;;) {
    const parsed = configSchema.safeParse(given);
    const issues = parsed.error?.issues ?? [];
    const next = left.findIndex(({ path: names }) =>
      issues.some(({ path }) => names.every((name, index) => path[index] === name)),
    );
    const [removed] = next < 0 ? [] : left.splice(next, 1);
    if (removed === undefined) return { given, parsed, warnings };
    given = without(given, removed.path);
    warnings.push(removed.warning);
  }
}

/** A setting whose variable is not set. */
interface Unset {
  path: readonly string[];
  variable: string;
}

/** Replaces `env(NAME)`, by empty text if the variable is not set; such an entry of a list is left out. */
function withEnvironment(
  value: unknown,
  environment: Environment,
  path: readonly string[],
  unset: Unset[],
): unknown {
  if (typeof value === "string") {
    const variable = variableOf(value);
    if (variable === null) return value;
    if (environment[variable] === undefined) unset.push({ path, variable });
    return environment[variable] ?? "";
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => withEnvironment(item, environment, path, unset));
    return items.filter((item) => item !== "");
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        withEnvironment(item, environment, [...path, key], unset),
      ]),
    );
  }
  return value;
}

function without(value: unknown, [name = "", ...inside]: readonly string[]): unknown {
  const { [name]: section, ...others } = value as Record<string, unknown>;
  return inside.length === 0 ? others : { ...others, [name]: without(section, inside) };
}

function warningsOf({ auth, storage }: z.infer<typeof configSchema>): string[] {
  const hooks = Object.entries(auth.hook).flatMap(([name, hook]) =>
    hook !== undefined && !hook.enabled && hook.uri === ""
      ? [`[auth.hook.${name}] has no uri, so no hook is called`]
      : [],
  );
  const missing = Object.entries({
    "auth.oauth_server": auth.oauth_server,
    ...under("auth.web3", auth.web3),
    ...under("auth.third_party", auth.third_party),
    ...under("auth.email.notification", auth.email.notification),
  }).flatMap(([path, section]) => (section?.enabled ? [`${path}.enabled: ${section.enabled}`] : []));
  const buckets = Object.entries(storage.buckets).flatMap(([name, { file_size_limit: limit = 0 }]) =>
    limit > storage.file_size_limit
      ? [`storage.buckets.${name}.file_size_limit: is more than storage.file_size_limit, which applies`]
      : [],
  );
  return [...hooks, ...missing, ...buckets];
}

/** The same sections by their whole paths. */
function under<T>(path: string, sections: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(sections).map(([name, section]) => [`${path}.${name}`, section]));
}
