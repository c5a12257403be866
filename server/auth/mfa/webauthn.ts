import { z } from "zod";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";

/** Loaded on first use, because loading takes 250 ms and few users have such a factor. */
const library = () => import("@simplewebauthn/server");

/** A key in GoTrue's storage form, so that factors can move to Supabase with their accounts. Bytes are in base64. */
export interface StoredCredential {
  id: string;
  publicKey: string;
  attestationType: string;
  transport: string[];
  flags: { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backupState: boolean };
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean; attachment: string };
}

/** The stored state of a WebAuthn challenge. */
export interface Ceremony {
  challenge: string;
  user_id: string;
}

/** The authenticator's response as browsers serialise it (PublicKeyCredential.toJSON). */
const base64url = z
  .string()
  .max(65_536)
  .regex(/^[\w-]*$/);
const credential = z.object({ id: base64url.min(1), rawId: base64url.min(1), type: z.literal("public-key") });
const created = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(16).nullish(),
  }),
});
const asserted = credential.extend({
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

/** A key is a second factor, or a passkey: the only factor, which stores the account and verifies its user. */
type Use = "factor" | "passkey";

interface Owner {
  id: string;
  name: string;
}

/** Options for navigator.credentials.create. Existing keys of the account are excluded. */
export async function creationOptions(
  deps: AuthDeps,
  owner: Owner,
  had: readonly StoredCredential[],
  use: Use = "factor",
) {
  const { rpName, rpID } = relyingParty(deps);
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName,
    rpID,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.name,
    userDisplayName: owner.name,
    attestationType: "none",
    excludeCredentials: had.map(descriptorOf),
    ...(use === "passkey"
      ? { authenticatorSelection: { residentKey: "required", userVerification: "required" } as const }
      : {}),
  });
}

/** Options for navigator.credentials.get with this key only, or with any passkey of the relying party. */
export async function requestOptions(deps: AuthDeps, key: StoredCredential | null) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: relyingParty(deps).rpID,
    ...(key ? { allowCredentials: [descriptorOf(key)] } : {}),
    userVerification: key ? "preferred" : "required",
  });
}

/**
 * Verifies a created key; null if it is not valid for this ceremony. Throws validation_failed (400) for a malformed
 * response.
 */
export async function createdCredential(
  deps: AuthDeps,
  { challenge }: Ceremony,
  answer: unknown,
  use: Use = "factor",
): Promise<{ key: StoredCredential; aaguid: string } | null> {
  const response = read(created, answer);
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: { ...response, response: withoutNull(response.response), clientExtensionResults: {} },
    ...expected(deps, challenge, use),
  }).catch(() => null);
  const info = verified?.registrationInfo;
  if (!info) return null;
  const key: StoredCredential = {
    id: Buffer.from(info.credential.id, "base64url").toString("base64"),
    publicKey: Buffer.from(info.credential.publicKey).toString("base64"),
    attestationType: info.fmt,
    transport: response.response.transports ?? [],
    flags: {
      userPresent: true,
      userVerified: info.userVerified,
      backupEligible: info.credentialDeviceType === "multiDevice",
      backupState: info.credentialBackedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(info.aaguid.replaceAll("-", ""), "hex").toString("base64"),
      signCount: info.credential.counter,
      cloneWarning: false,
      attachment: "",
    },
  };
  return { key, aaguid: info.aaguid };
}

/**
 * Verifies an assertion and returns the key with its new counter; null if it is not valid. Throws like
 * createdCredential.
 */
export async function assertedCredential(
  deps: AuthDeps,
  { challenge }: Ceremony,
  key: StoredCredential,
  answer: unknown,
  use: Use = "factor",
): Promise<StoredCredential | null> {
  const response = read(asserted, answer);
  const id = descriptorOf(key).id;
  if (response.id !== id || response.rawId !== id) return null;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: { ...response, response: withoutHandle(response.response), clientExtensionResults: {} },
    ...expected(deps, challenge, use),
    // A counter that does not grow indicates a cloned key and is refused.
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, "base64")),
      counter: key.authenticator.signCount,
    },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter, userVerified, credentialBackedUp } = verified.authenticationInfo;
  return {
    ...key,
    flags: { ...key.flags, userVerified, backupState: credentialBackedUp },
    authenticator: { ...key.authenticator, signCount: newCounter },
  };
}

/** The credential id and the account that an assertion names. Throws like createdCredential. */
export function assertionOf(answer: unknown): { id: string; userHandle: string } {
  const { id, response } = read(asserted, answer);
  return { id, userHandle: Buffer.from(response.userHandle ?? "", "base64url").toString() };
}

/** The site to which keys are bound. */
export function relyingParty({ config, siteUrl }: AuthDeps) {
  const { rp_id, rp_origins, rp_display_name } = config.auth.webauthn;
  const site = new URL(siteUrl);
  const rpID = rp_id || site.hostname;
  return {
    rpID,
    origins: rp_origins.length > 0 ? rp_origins : [site.origin],
    rpName: rp_display_name || rpID,
  };
}

function expected(deps: AuthDeps, challenge: string, use: Use) {
  const { rpID, origins } = relyingParty(deps);
  return {
    expectedChallenge: challenge,
    expectedOrigin: origins.map((origin) => new URL(origin).origin),
    expectedRPID: rpID,
    // After a password, possession of the key is enough, with or without its PIN.
    requireUserVerification: use === "passkey",
  };
}

function descriptorOf({ id, transport }: StoredCredential) {
  return { id: Buffer.from(id, "base64").toString("base64url"), transports: transport };
}

function withoutNull({ transports, ...rest }: z.output<typeof created>["response"]) {
  return transports ? { ...rest, transports } : rest;
}

function withoutHandle({ userHandle: _, ...rest }: z.output<typeof asserted>["response"]) {
  return rest;
}

function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AuthError(400, "validation_failed", "Invalid credential_response");
}
