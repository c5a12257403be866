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
  }),
});

interface Owner {
  id: string;
  name: string;
}

/** Options for navigator.credentials.create. Existing keys of the account are excluded. */
export async function creationOptions(deps: AuthDeps, owner: Owner, had: readonly StoredCredential[]) {
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
  });
}

/** Options for navigator.credentials.get with this key only. */
export async function requestOptions(deps: AuthDeps, key: StoredCredential) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: relyingParty(deps).rpID,
    allowCredentials: [descriptorOf(key)],
    userVerification: "preferred",
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
): Promise<{ key: StoredCredential; aaguid: string } | null> {
  const response = read(created, answer);
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: { ...response, response: withoutNull(response.response), clientExtensionResults: {} },
    ...expected(deps, challenge),
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
): Promise<StoredCredential | null> {
  const response = read(asserted, answer);
  const id = descriptorOf(key).id;
  if (response.id !== id || response.rawId !== id) return null;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} },
    ...expected(deps, challenge),
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

function relyingParty({ config, siteUrl }: AuthDeps) {
  const { rp_id, rp_origins, rp_display_name } = config.auth.webauthn;
  const site = new URL(siteUrl);
  const rpID = rp_id || site.hostname;
  return {
    rpID,
    origins: rp_origins.length > 0 ? rp_origins : [site.origin],
    rpName: rp_display_name || rpID,
  };
}

function expected(deps: AuthDeps, challenge: string) {
  const { rpID, origins } = relyingParty(deps);
  return {
    expectedChallenge: challenge,
    expectedOrigin: origins.map((origin) => new URL(origin).origin),
    expectedRPID: rpID,
    // The password was the first factor, so possession of the key is enough, with or without its PIN.
    requireUserVerification: false,
  };
}

function descriptorOf({ id, transport }: StoredCredential) {
  return { id: Buffer.from(id, "base64").toString("base64url"), transports: transport };
}

function withoutNull({ transports, ...rest }: z.output<typeof created>["response"]) {
  return transports ? { ...rest, transports } : rest;
}

function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AuthError(400, "validation_failed", "Invalid credential_response");
}
