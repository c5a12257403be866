/** The extensions that a schema names that was pulled from a project, and the vault, on the embedded server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EmbeddedDatabase, openEmbedded } from "../database/embedded/open-embedded.ts";
import { migrate } from "../database/migrations/migrate.ts";

/** The extensions as `supabase db pull` writes them, and a secret without `create extension`. */
const MIGRATION = `
SELECT pg_catalog.set_config('search_path', '', false);
CREATE EXTENSION IF NOT EXISTS "pg_net" WITH SCHEMA "extensions";
CREATE EXTENSION IF NOT EXISTS "pgsodium";
CREATE EXTENSION IF NOT EXISTS "pg_graphql" WITH SCHEMA "graphql";
CREATE EXTENSION IF NOT EXISTS "pg_stat_statements" WITH SCHEMA "extensions";
CREATE EXTENSION IF NOT EXISTS "pgcrypto" WITH SCHEMA "extensions";
CREATE EXTENSION IF NOT EXISTS "pgjwt" WITH SCHEMA "extensions";
CREATE EXTENSION IF NOT EXISTS "supabase_vault" WITH SCHEMA "vault";
CREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA "extensions";
select vault.create_secret('s3cret', 'api_key', 'of the mail service');
insert into vault.secrets (name, secret) values ('plain_insert', 'other');
drop extension if exists "pg_net";
create extension if not exists "pg_net" with schema "public";
`;

const dir = mkdtempSync(join(tmpdir(), "pulled-schema-test-"));
let database: EmbeddedDatabase;

beforeAll(async () => {
  mkdirSync(join(dir, "supabase/migrations"), { recursive: true });
  writeFileSync(join(dir, "supabase/migrations/20260101000000_remote_schema.sql"), MIGRATION);
  database = await openEmbedded({ dataDir: join(dir, "data"), log: () => {}, notice: () => {} });
  await migrate(database, join(dir, "supabase"));
});
afterAll(async () => {
  await database?.close();
  rmSync(dir, { recursive: true, force: true });
});

const as = (role: string, sql: string) =>
  database.transaction(null, async (all) => {
    await all.script(`set local role ${role}`);
    return all.query(sql);
  });

describe("the vault", () => {
  const decrypted = "select name, decrypted_secret from vault.decrypted_secrets order by name";

  test("gives secrets of a migration to the service role, and stores them encrypted", async () => {
    expect(await as("service_role", decrypted)).toEqual([
      { name: "api_key", decrypted_secret: "s3cret" },
      { name: "plain_insert", decrypted_secret: "other" },
    ]);
    const stored = await database.query("select secret from vault.secrets where secret ~ 's3cret|other'");
    expect(stored).toEqual([]);
  });

  test.each(["anon", "authenticated"])("gives nothing to %s", async (role) => {
    for (const sql of [decrypted, "select vault._decrypt('')", "select vault.create_secret('x')"])
      await expect(as(role, sql)).rejects.toThrow("permission denied");
    await expect(as("service_role", "select vault._key()")).rejects.toThrow("permission denied");
  });

  test("changes a secret and its name", async () => {
    const [{ id } = {}] = await as("service_role", "select vault.create_secret('before', 'changing') as id");
    await as("service_role", `select vault.update_secret('${id}', 'after', new_description => 'new')`);
    expect(
      await as(
        "postgres",
        `select name, description, decrypted_secret from vault.decrypted_secrets where id = '${id}'`,
      ),
    ).toEqual([{ name: "changing", description: "new", decrypted_secret: "after" }]);
    await as("postgres", `delete from vault.secrets where id = '${id}'`);
  });

  test("refuses a second secret with the same name", async () => {
    await expect(as("postgres", "select vault.create_secret('x', 'api_key')")).rejects.toThrow(
      "duplicate key",
    );
  });
});

test("a GraphQL query gets an error", async () => {
  expect(await database.query("select graphql.resolve('{ books { id } }') ->> 'errors' as errors")).toEqual([
    { errors: '[{"message": "This host has no GraphQL."}]' },
  ]);
});
