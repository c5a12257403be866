import { randomUUID } from "node:crypto";
import type { Queryable, Statement } from "../../database/database.ts";
import type { Identifier } from "./identifiers.ts";
import { addressIdentity, insertIdentity, type NewIdentity } from "./identities.ts";

/**
 * A row of auth.users as the endpoints need it. The `_age` fields are seconds since a token was sent, by the database's
 * clock.
 */
export interface User {
  id: string;
  email: string;
  phone: string;
  encrypted_password: string | null;
  email_confirmed: boolean;
  phone_confirmed: boolean;
  banned: boolean;
  email_change: string;
  phone_change: string;
  email_change_confirm_status: number;
  confirmation_token: string;
  recovery_token: string;
  email_change_token_new: string;
  email_change_token_current: string;
  phone_change_token: string;
  reauthentication_token: string;
  confirmation_age: number | null;
  recovery_age: number | null;
  email_change_age: number | null;
  phone_change_age: number | null;
  reauthentication_age: number | null;
  user_metadata: Readonly<Record<string, unknown>>;
  /** The account in the API's form. */
  json: UserJson;
}

/** The result of host.user_json. */
export interface UserJson extends Readonly<Record<string, unknown>> {
  id: string;
  email: string;
  phone: string;
  role: string;
  app_metadata: Readonly<Record<string, unknown>>;
  user_metadata: Readonly<Record<string, unknown>>;
  is_anonymous: boolean;
  /** Absent when there are none. */
  factors?: readonly { id: string; status: "verified" | "unverified" }[];
}

/** The part of an account that a password sign-in needs. */
export type Credentials = Pick<
  User,
  "id" | "encrypted_password" | "email_confirmed" | "phone_confirmed" | "banned"
>;

const age = (column: string) => `extract(epoch from clock_timestamp() - u.${column})::float8`;
const text = (column: string) => `coalesce(u.${column}, '') as ${column}`;

const CREDENTIALS = `u.id::text as id, u.encrypted_password,
  u.email_confirmed_at is not null as email_confirmed, u.phone_confirmed_at is not null as phone_confirmed,
  coalesce(u.banned_until > clock_timestamp(), false) as banned`;

const COLUMNS = `${CREDENTIALS}, ${[
  "email",
  "phone",
  "email_change",
  "phone_change",
  "confirmation_token",
  "recovery_token",
  "email_change_token_new",
  "email_change_token_current",
  "phone_change_token",
  "reauthentication_token",
]
  .map(text)
  .join(", ")},
  coalesce(u.email_change_confirm_status, 0)::int as email_change_confirm_status,
  ${age("confirmation_sent_at")} as confirmation_age, ${age("recovery_sent_at")} as recovery_age,
  ${age("email_change_sent_at")} as email_change_age, ${age("phone_change_sent_at")} as phone_change_age,
  ${age("reauthentication_sent_at")} as reauthentication_age,
  coalesce(u.raw_user_meta_data, '{}') as user_metadata,
  host.user_json(u) as json`;

const SELECT = `select ${COLUMNS} from auth.users as u`;

/** Excludes soft-deleted accounts. */
const NOT_DELETED = "u.deleted_at is null and not u.is_sso_user";

/** Finds the account with this email or phone. */
export async function findUser(db: Queryable, by: Identifier): Promise<User | null> {
  const column = by.kind === "email" ? "u.email" : "u.phone";
  const [user] = await db.query<User>(`${SELECT} where ${column} = $1 and ${NOT_DELETED}`, [by.value]);
  return user ?? null;
}

/** A statement that reads only the fields of a password sign-in, to be sent together with other statements. */
export function credentialsStatement(by: Identifier): Statement {
  const column = by.kind === "email" ? "u.email" : "u.phone";
  return {
    text: `select ${CREDENTIALS} from auth.users as u where ${column} = $1 and ${NOT_DELETED}`,
    params: [by.value],
  };
}

/** `lock` locks the row until the transaction ends. */
export async function findUserById(db: Queryable, id: string, lock = false): Promise<User | null> {
  const [user] = await db.query<User>(
    `${SELECT} where u.id = $1::uuid and u.deleted_at is null${lock ? " for update" : ""}`,
    [id],
  );
  return user ?? null;
}

/** An account in the API's form, soft-deleted or not. */
export async function findStoredUser(db: Queryable, id: string): Promise<UserJson | null> {
  const [user] = await db.query<{ json: UserJson }>(
    "select host.user_json(u) as json from auth.users as u where u.id = $1::uuid",
    [id],
  );
  return user?.json ?? null;
}

/** Finds the account that requested this new email or phone. */
export async function findUserByChange(db: Queryable, by: Identifier): Promise<User | null> {
  const column = by.kind === "email" ? "u.email_change" : "u.phone_change";
  const [user] = await db.query<User>(
    `${SELECT} where ${column} = $1 and ${NOT_DELETED} order by u.${by.kind}_change_sent_at desc nulls last limit 1`,
    [by.value],
  );
  return user ?? null;
}

/** Reads an account that this transaction has just written. Throws if it does not exist. */
export async function readUser(db: Queryable, id: string): Promise<User> {
  const user = await findUserById(db, id);
  if (!user) throw new Error("the account that was just written is not there");
  return user;
}

export interface NewUser {
  id?: string;
  email: string | null;
  phone: string | null;
  passwordHash: string | null;
  userMetadata: Readonly<Record<string, unknown>>;
  appMetadata?: Readonly<Record<string, unknown>>;
  /** True if an admin creates the account: user_metadata then contains only what was given, as in GoTrue. */
  byAdmin?: boolean | undefined;
  /** The identity at an external provider, which replaces the identities of the addresses. */
  external?: NewIdentity | undefined;
}

/** Inserts an unconfirmed account with one identity per address. An account without an address is anonymous. */
export async function insertUser(db: Queryable, user: NewUser): Promise<User> {
  const id = user.id ?? randomUUID();
  const addresses: Identifier[] = [
    ...(user.email ? [{ kind: "email", value: user.email } as const] : []),
    ...(user.phone ? [{ kind: "phone", value: user.phone } as const] : []),
  ];
  const identities = user.external
    ? [user.external]
    : addresses.map((address) => addressIdentity(id, address));
  const providers = identities.map(({ provider }) => provider);
  await db.query(
    `insert into auth.users (instance_id, id, aud, role, email, phone, encrypted_password, raw_app_meta_data,
       raw_user_meta_data, is_anonymous, created_at, updated_at, confirmation_token, recovery_token,
       email_change_token_new, email_change)
     values ('00000000-0000-0000-0000-000000000000', $1::uuid, 'authenticated', 'authenticated', $2, $3, $4, $5::jsonb,
       $6::jsonb, $7::boolean, clock_timestamp(), clock_timestamp(), '', '', '', '')`,
    [
      id,
      user.email,
      user.phone,
      user.passwordHash,
      JSON.stringify({ ...user.appMetadata, ...(providers[0] ? { provider: providers[0], providers } : {}) }),
      JSON.stringify(
        Object.assign({}, user.userMetadata, ...(user.byAdmin ? [] : identities.map(({ data }) => data))),
      ),
      String(identities.length === 0),
    ],
  );
  for (const { data, ...identity } of identities) {
    await insertIdentity(db, id, { ...identity, data: { ...user.userMetadata, ...data } });
  }
  return readUser(db, id);
}

/**
 * Confirms an address, invalidates its confirmation token and ends the account's anonymous state. `metadata` is false if
 * user_metadata must stay as an admin gave it.
 */
export async function confirmAddress(
  db: Queryable,
  id: string,
  kind: Identifier["kind"],
  metadata = true,
): Promise<void> {
  const verified = JSON.stringify({ [`${kind}_verified`]: true });
  await db.query(
    `update auth.users set ${kind}_confirmed_at = coalesce(${kind}_confirmed_at, clock_timestamp()), confirmation_token = '',
       is_anonymous = false, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb, updated_at = clock_timestamp()
     where id = $1::uuid`,
    [id, metadata ? verified : "{}"],
  );
  await db.query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = clock_timestamp()
     where user_id = $1::uuid and provider = '${kind}'`,
    [id, verified],
  );
}

/** Sets the database role of the account's tokens. */
export async function setRole(db: Queryable, id: string, role: string): Promise<void> {
  await db.query("update auth.users set role = $2 where id = $1::uuid", [id, role]);
}

/** Replaces the given keys; a null value removes its key. */
export async function mergeMetadata(
  tx: Queryable,
  id: string,
  column: "raw_user_meta_data" | "raw_app_meta_data",
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null);
  const kept = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  await tx.query(
    `update auth.users set updated_at = clock_timestamp(), ${column} =
       (coalesce(${column}, '{}') || $2::jsonb) - array(select jsonb_array_elements_text($3::jsonb))
     where id = $1::uuid`,
    [id, JSON.stringify(kept), JSON.stringify(removed)],
  );
}
