import type { Queryable } from "../../database/database.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { relyingParty, type StoredCredential } from "../mfa/webauthn.ts";

/** GoTrue's default of Passkey.MaxPasskeysPerUser. */
const MAX_PASSKEYS = 10;

/** A passkey in the API's form. */
export interface PasskeyJson {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
}

export interface Passkey {
  id: string;
  userId: string;
  key: StoredCredential;
}

/**
 * True if the settings enable passkeys and browsers can use them here: the relying party must be a domain, not an IP
 * address.
 */
export function offersPasskeys(deps: AuthDeps): boolean {
  return deps.config.auth.passkey.enabled && !/^[\d.]+$|:|^\[/.test(relyingParty(deps).rpID);
}

/** Throws passkey_disabled (404). */
export function requirePasskeys(deps: AuthDeps): void {
  if (!offersPasskeys(deps)) throw new AuthError(404, "passkey_disabled", "Passkeys are disabled");
}

const ROW = `p.id::text, p.user_id::text as "userId", encode(p.credential_id, 'base64') as credential,
  encode(p.public_key, 'base64') as "publicKey", p.attestation_type as attestation, p.aaguid::text,
  p.sign_count::float8 as count, p.transports, p.backup_eligible as eligible, p.backed_up as "backedUp"`;

interface Row {
  id: string;
  userId: string;
  credential: string;
  publicKey: string;
  attestation: string;
  aaguid: string | null;
  count: number;
  transports: string[];
  eligible: boolean;
  backedUp: boolean;
}

/** The passkeys of an account, oldest first. */
export async function passkeysOf(db: Queryable, userId: string): Promise<Passkey[]> {
  const rows = await db.query<Row>(
    `select ${ROW} from auth.webauthn_credentials as p where p.user_id = $1::uuid order by p.created_at, p.id`,
    [userId],
  );
  return rows.map(passkeyFrom);
}

/** The passkey with this credential id (base64url). Locks its row, so that its counter grows once per sign-in. */
export async function findPasskey(tx: Queryable, credentialId: string): Promise<Passkey | null> {
  const [row] = await tx.query<Row>(
    `select ${ROW} from auth.webauthn_credentials as p where p.credential_id = decode($1, 'base64') for update`,
    [Buffer.from(credentialId, "base64url").toString("base64")],
  );
  return row ? passkeyFrom(row) : null;
}

/** The same in the API's form. */
export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyJson[]> {
  const rows = await db.query<{ json: PasskeyJson }>(
    `select ${JSON_FORM} as json from auth.webauthn_credentials as p where p.user_id = $1::uuid
     order by p.created_at, p.id`,
    [userId],
  );
  return rows.map(({ json }) => json);
}

const JSON_FORM = `jsonb_strip_nulls(jsonb_build_object('id', p.id, 'friendly_name', nullif(p.friendly_name, ''),
  'created_at', host.rfc3339(p.created_at), 'last_used_at', host.rfc3339(p.last_used_at)))`;

/** Stores a new passkey. Lock the account first. Throws too_many_passkeys or webauthn_credential_exists (422). */
export async function insertPasskey(
  tx: Queryable,
  userId: string,
  key: StoredCredential,
  aaguid: string,
): Promise<PasskeyJson> {
  await refuseMore(tx, userId);
  const [made] = await tx.query<{ json: PasskeyJson }>(
    `insert into auth.webauthn_credentials as p (user_id, credential_id, public_key, attestation_type, aaguid,
       sign_count, transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
     values ($1::uuid, decode($2, 'base64'), decode($3, 'base64'), $4, $5::uuid, $6::bigint, $7::jsonb, $8::boolean,
       $9::boolean, $10, clock_timestamp(), clock_timestamp())
     on conflict (credential_id) do nothing returning ${JSON_FORM} as json`,
    [
      userId,
      key.id,
      key.publicKey,
      key.attestationType,
      aaguid,
      String(key.authenticator.signCount),
      JSON.stringify(key.transport),
      String(key.flags.backupEligible),
      String(key.flags.backupState),
      NAMES[aaguid] ?? "Passkey",
    ],
  );
  if (made) return made.json;
  throw new AuthError(422, "webauthn_credential_exists", "This credential is already registered");
}

/** Throws too_many_passkeys (422). */
export async function refuseMore(db: Queryable, userId: string): Promise<void> {
  const [had] = await db.query<{ passkeys: number }>(
    "select count(*)::int as passkeys from auth.webauthn_credentials where user_id = $1::uuid",
    [userId],
  );
  if ((had?.passkeys ?? 0) < MAX_PASSKEYS) return;
  throw new AuthError(422, "too_many_passkeys", "Maximum number of passkeys reached");
}

/** Stores the counter and flags of a sign-in. */
export async function noteUse(tx: Queryable, { id }: Passkey, key: StoredCredential): Promise<void> {
  await tx.query(
    `update auth.webauthn_credentials set sign_count = $2::bigint, backed_up = $3::boolean,
       last_used_at = clock_timestamp(), updated_at = clock_timestamp() where id = $1::uuid`,
    [id, String(key.authenticator.signCount), String(key.flags.backupState)],
  );
}

/** Renames a passkey of an account; null if the account has no such passkey. */
export async function renamePasskey(
  tx: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyJson | null> {
  const [renamed] = await tx.query<{ json: PasskeyJson }>(
    `update auth.webauthn_credentials as p set friendly_name = $3, updated_at = clock_timestamp()
     where p.id = $2::uuid and p.user_id = $1::uuid returning ${JSON_FORM} as json`,
    [userId, id, name],
  );
  return renamed?.json ?? null;
}

/** Deletes a passkey of an account; false if the account has no such passkey. */
export async function deletePasskey(tx: Queryable, userId: string, id: string): Promise<boolean> {
  const deleted = await tx.query(
    "delete from auth.webauthn_credentials where id = $2::uuid and user_id = $1::uuid returning id::text",
    [userId, id],
  );
  return deleted.length > 0;
}

function passkeyFrom(row: Row): Passkey {
  const withoutBreaks = (text: string) => text.replaceAll("\n", "");
  const key: StoredCredential = {
    id: withoutBreaks(row.credential),
    publicKey: withoutBreaks(row.publicKey),
    attestationType: row.attestation,
    transport: row.transports,
    flags: {
      userPresent: true,
      userVerified: true,
      backupEligible: row.eligible,
      backupState: row.backedUp,
    },
    authenticator: { AAGUID: row.aaguid ?? "", signCount: row.count, cloneWarning: false, attachment: "" },
  };
  return { id: row.id, userId: row.userId, key };
}

/** The first name of a passkey, by the model of its authenticator. */
const NAMES: Readonly<Record<string, string>> = {
  "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "iCloud Keychain",
  "08987058-cadc-4b81-b6e1-30de50dcbe96": "Windows Hello",
  "9ddd1817-af5a-4672-a2b9-3e3dd95000a9": "Windows Hello",
  "6028b017-b1d4-4c02-b4b3-afcdafc96bb2": "Windows Hello",
  "53414d53-554e-4700-0000-000000000000": "Samsung Pass",
  "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
  "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
  "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
};
