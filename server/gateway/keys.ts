import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { z } from "zod";
import { StartError } from "../database/start-error.ts";
import { makeFolderDurably, type WriteOptions, writeDurably } from "../durable-files.ts";

const ellipticKeySchema = z.object({
  kty: z.literal("EC"),
  kid: z.string().min(1),
  alg: z.literal("ES256"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
const rsaKeySchema = z.object({
  kty: z.literal("RSA"),
  kid: z.string().min(1),
  alg: z.literal("RS256"),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});

/**
 * A private key as a JSON Web Key (RFC 7517), in the form of `supabase gen signing-key`: ES256 or RS256. Source:
 * supabase/cli, pkg/config/apikeys.go.
 */
const signingKeySchema = z.discriminatedUnion("kty", [ellipticKeySchema, rsaKeySchema]);
export type SigningKey = z.infer<typeof signingKeySchema>;
export const signingKeysSchema = z.array(signingKeySchema).min(1);

const keysSchema = z.object({
  publishable_key: z.string().startsWith("sb_publishable_"),
  secret_key: z.string().startsWith("sb_secret_"),
  /** The first key signs; all verify, so that keys can be rotated. */
  signing_keys: signingKeysSchema,
});
export type Keys = z.infer<typeof keysSchema>;

/**
 * Reads the keys of this data folder, or creates them on the first start (mode 0600). Safe if two processes start at
 * once.
 */
export async function openKeys(dataDir: string): Promise<Keys> {
  const existing = readKeys(dataDir);
  if (existing) return existing;
  makeFolderDurably(dataDir, 0o777);
  writeKeys(dataDir, await newKeys(), { replace: false });
  const keys = readKeys(dataDir);
  if (!keys) throw new Error(`keys.json in ${dataDir} cannot be read back`);
  return keys;
}

function writeKeys(dataDir: string, keys: Keys, options: WriteOptions = {}): void {
  writeDurably(join(dataDir, "keys.json"), `${JSON.stringify(keys, null, 2)}\n`, options);
}

/** The keys of a data folder, or null if there are none yet. Throws if the file is invalid. */
export function readKeys(dataDir: string): Keys | null {
  const path = join(dataDir, "keys.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  const parsed = keysSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(
      `${path} is not a keys file (${[...(issue?.path ?? []), issue?.message].join(": ")}): put it back from a backup, or delete it for new keys, which signs everyone out.`,
    );
  }
  return parsed.data;
}

/** The keys that `rotateKey` can replace. */
export const KEY_NAMES = ["publishable", "secret", "signing"] as const;
export type KeyName = (typeof KEY_NAMES)[number];

/**
 * Replaces one key of the data folder; a running host uses it after a restart. The previous signing key still verifies
 * tokens until it is replaced again, unless it was `leaked`. Throws if the folder has no keys.
 */
export async function rotateKey(dataDir: string, name: KeyName, leaked: boolean): Promise<Keys> {
  const keys = readKeys(dataDir);
  if (!keys) throw new Error(`There are no keys in ${dataDir}`);
  const rotated = { ...keys };
  if (name === "publishable") rotated.publishable_key = newApiKey("publishable");
  if (name === "secret") rotated.secret_key = newApiKey("secret");
  if (name === "signing")
    rotated.signing_keys = [await newSigningKey(), ...(leaked ? [] : keys.signing_keys.slice(0, 1))];
  writeKeys(dataDir, rotated);
  return rotated;
}

/** Generates keys without storing them. */
export async function newKeys(): Promise<Keys> {
  return {
    publishable_key: newApiKey("publishable"),
    secret_key: newApiKey("secret"),
    signing_keys: [await newSigningKey()],
  };
}

/** Generates an ES256 key with a random id. */
export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return signingKeySchema.parse({ ...jwk, kid: crypto.randomUUID(), alg: "ES256" });
}

/** Compares in constant time. */
export function sameKey(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b); // the length of a key is not secret
}

/** `sb_<kind>_<22 random characters>_<8 characters of a checksum>`, the form of Supabase's keys. */
function newApiKey(kind: "publishable" | "secret"): string {
  const head = `sb_${kind}_${randomBytes(17).toString("base64url").slice(0, 22)}`;
  return `${head}_${digest(head).toString("base64url").slice(0, 8)}`;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
