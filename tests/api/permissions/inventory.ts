/** Reads from the database's catalog what the API exposes. */
import pg from "pg";

export interface Inventory {
  /** Tables, views and materialized views. */
  tables: string[];
  functions: string[];
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

const EXPOSED = "('public', 'graphql_public')";
