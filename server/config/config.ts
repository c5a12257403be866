import { existsSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";
import { type SigningKey, signingKeysSchema } from "../gateway/keys.ts";
import { authSettings } from "./auth-settings.ts";
import { flag, positive, unknownSettings } from "./fields.ts";
import { edgeRuntimeSettings, functionSettings } from "./functions-settings.ts";
import { storageSettings } from "./storage-settings.ts";

/** A section or setting that other programs read. */
const ignored = z.unknown().optional();

/** A service whose other settings are for other programs. */
const service = z.looseObject({ enabled: flag(true) }).prefault({});

/**
 * `supabase/config.toml` with its own names (https://supabase.com/docs/guides/local-development/cli/config) and the
 * CLI's defaults. Settings that only the CLI and its programs need (studio, ports, analytics) are ignored.
 */
const schema = z.object({
  project_id: z.string().default("project"),
  api: z
    .object({
      enabled: flag(true),
      schemas: z.array(z.string().min(1)).min(1).default(["public", "graphql_public"]),
      extra_search_path: z.array(z.string().min(1)).default(["public", "extensions"]),
      max_rows: positive(1000),
      auto_expose_new_tables: z
        .literal(true, { error: "revoke grants on new tables in a migration instead" })
        .optional(),
      port: ignored,
      tls: ignored,
      // The API's own address; addresses.ts has the default.
      external_url: z.url({ protocol: /^https?$/ }).optional(),
    })
    .prefault({})
    .refine(({ schemas }) => !schemas.some((name) => ["host", "private", "auth"].includes(name)), {
      path: ["schemas"],
      message: "the schemas auth, host and private are never exposed",
    }),
  auth: authSettings,
  storage: storageSettings,
  functions: functionSettings,
  edge_runtime: edgeRuntimeSettings,
  realtime: service,
  db: z
    .looseObject({
      migrations: z.looseObject({ enabled: flag(true) }).prefault({}),
      seed: z
        .object({ enabled: flag(true), sql_paths: z.array(z.string().min(1)).default(["./seed.sql"]) })
        .prefault({}),
    })
    .prefault({}),
  studio: ignored,
  // Two names of the CLI for the program that catches emails; here it is the outbox page.
  local_smtp: service,
  inbucket: service,
  analytics: ignored,
  experimental: ignored,
  remotes: ignored,
});

export type Config = z.infer<typeof schema> & {
  /** The folder of config.toml, which has the template and key files. */
  dir: string;
  /** Keys of `auth.signing_keys_path`, which precede the data folder's keys; empty if it is not set. */
  signingKeys: SigningKey[];
  /** True for a project with a jwt_secret and no signing keys, which signs with the secret, as with the CLI. */
  signsWithSecret: boolean;
};
export type AuthConfig = Config["auth"];

/** An invalid setting. The message names it, e.g. `auth.email.otp_length: ...`. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Reads the settings of a `supabase/` folder, or the defaults without a config.toml. `env(NAME)` values come from
 * `environment`. Throws ConfigError that names every invalid setting.
 */
export function loadConfig(
  supabaseDir: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): Config {
  const path = join(supabaseDir, "config.toml");
  const given = withEnvironment(existsSync(path) ? parseToml(path) : {}, environment);
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw invalidSettings(
      path,
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    );
  }
  const config = parsed.data;
  const unknown = unknownSettings(given, config);
  if (unknown.length > 0) {
    throw invalidSettings(
      path,
      unknown.map((name) => `${name}: this host has no such setting`),
    );
  }
  return {
    ...config,
    dir: supabaseDir,
    signingKeys: readSigningKeys(supabaseDir, config.auth.signing_keys_path),
    signsWithSecret: config.auth.jwt_secret !== undefined && config.auth.signing_keys_path === undefined,
  };
}

function invalidSettings(path: string, lines: readonly string[]): ConfigError {
  return new ConfigError(`${path} has invalid settings:\n${lines.map((line) => `  ${line}`).join("\n")}`);
}

/** The path of a file that a setting names. Throws ConfigError if it is outside the folder. */
export function pathInside(dir: string, relative: string): string {
  // The CLI resolves template paths against the project root, so "./supabase/templates/x.html" is the usual form.
  const path = resolve(dir, relative.replace(/^(\.\/)?supabase\//, ""));
  if (!path.startsWith(resolve(dir) + sep)) throw new ConfigError(`${relative} is outside ${dir}`);
  return path;
}

function parseToml(path: string): unknown {
  try {
    return parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new ConfigError(`${path} is not TOML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Null for invalid JSON, which no schema accepts. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readSigningKeys(dir: string, relative: string | undefined): SigningKey[] {
  if (!relative) return [];
  const path = pathInside(dir, relative);
  if (!existsSync(path)) throw new ConfigError(`auth.signing_keys_path: ${path} does not exist`);
  const keys = signingKeysSchema.safeParse(parseJson(readFileSync(path, "utf8")));
  if (!keys.success) throw new ConfigError(`auth.signing_keys_path: ${z.prettifyError(keys.error)}`);
  if (new Set(keys.data.map(({ kid }) => kid)).size < keys.data.length) {
    throw new ConfigError(`auth.signing_keys_path: two keys of ${path} have the same kid`);
  }
  return keys.data;
}

function withEnvironment(value: unknown, environment: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === "string") {
    const name = /^env\(([A-Za-z_][A-Za-z0-9_]*)\)$/.exec(value)?.[1];
    return name === undefined ? value : (environment[name] ?? "");
  }
  if (Array.isArray(value)) return value.map((item) => withEnvironment(item, environment));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, withEnvironment(item, environment)]),
    );
  }
  return value;
}
