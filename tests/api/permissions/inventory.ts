/** Reads from the database's catalog what the API exposes. */
import pg from "pg";

export interface Inventory {
  /** Tables, views and materialized views. */
  tables: string[];
  functions: string[];
  /** The functions that cannot write: the host calls them in a transaction that only reads. */
  stable: string[];
  buckets: string[];
  /** The tables whose changes realtime sends. */
  published: string[];
  /** The policies that open private topics. */
  topicPolicies: string[];
}

/** The exposed schemas are those of config.toml; extensions' own objects are left out. */
export async function readInventory(databaseUrl: string): Promise<Inventory> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const names = async (text: string): Promise<string[]> =>
    (await client.query<{ name: string }>(text)).rows.map(({ name }) => name).sort();
  try {
    return {
      tables: await names(`select relname as name from pg_class
        where relnamespace::regnamespace::text in ${EXPOSED} and relkind in ('r', 'p', 'v', 'm', 'f')`),
      functions: await names(`select distinct proname as name from pg_proc
        where pronamespace::regnamespace::text in ${EXPOSED}`),
      stable: await names(`select proname as name from pg_proc
        where pronamespace::regnamespace::text in ${EXPOSED} group by proname having bool_and(provolatile <> 'v')`),
      buckets: await names("select id as name from storage.buckets"),
      published: await names(
        "select tablename as name from pg_publication_tables where pubname = 'supabase_realtime'",
      ),
      topicPolicies: await names(
        "select policyname as name from pg_policies where schemaname = 'realtime' and tablename = 'messages'",
      ),
    };
  } finally {
    await client.end();
  }
}

/** Every entry of the audit log, and what its readers must not learn: codes, also revoked ones, tokens and keys. */
export async function readAuditLog(
  databaseUrl: string,
): Promise<{ entries: { action: string; text: string }[]; secrets: string[] }> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const entries = await client.query<{ action: string; text: string }>(
      "select action, a::text as text from public.admin_audit_log a",
    );
    const secrets = await client.query<{ secret: string }>(`
      select code as secret from public.plan_codes
      union select code from private.group_codes
      union select before ->> 'code' from private.undo_rows where table_name = 'public.plan_codes'
      union select value from private.secrets where length(value) > 6`);
    return { entries: entries.rows, secrets: secrets.rows.map(({ secret }) => secret) };
  } finally {
    await client.end();
  }
}

const EXPOSED = "('public', 'graphql_public')";
