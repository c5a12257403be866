import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useServer } from "../cluster.fixture.ts";
import { rejection } from "../rejection.fixture.ts";
import { StartError } from "../start-error.ts";
import { migrate } from "./migrate.ts";
import { migrationFolder } from "./migration-folder.fixture.ts";

const { dir, migration } = migrationFolder();

describe("migrations", () => {
  const server = useServer();
  beforeAll(() => {
    migration(
      "20260101000000_grounds.sql",
      "-- where we play\ncreate table grounds (name text default 'a;b');\ncreate index on grounds (name)",
    );
    migration("README.md", "not a migration");
    writeFileSync(join(dir, "seed.sql"), "insert into public.grounds values ('Seeded Park')");
  });

  it("are applied once, in order, recorded as the command line records them, and seeded", async () => {
    expect(await migrate(server.db, dir)).toEqual(["20260101000000"]);
    expect(await migrate(server.db, dir)).toEqual([]);
    const [row] = await server.db.query<{ version: string; name: string; statements: string }>(
      "select version, name, array_to_json(statements)::text as statements from supabase_migrations.schema_migrations",
    );
    expect(row).toMatchObject({ version: "20260101000000", name: "grounds" });
    expect(JSON.parse(row?.statements ?? "")).toEqual([
      "-- where we play\ncreate table grounds (name text default 'a;b')",
      "create index on grounds (name)",
    ]);
    expect(await server.db.query("select name from grounds")).toEqual([{ name: "Seeded Park" }]);
    // Autovacuum leaves a table of one row without statistics.
    expect(
      await server.db.query("select reltuples::int as rows from pg_class where oid = 'grounds'::regclass"),
    ).toEqual([{ rows: 1 }]);
  });

  it("leave their tables to the role postgres, readable by Supabase's roles", async () => {
    const [row] = await server.db.query(
      `select tableowner, has_table_privilege('anon', 'public.grounds', 'select') as anon,
              has_table_privilege('service_role', 'public.grounds', 'delete') as service
         from pg_tables where tablename = 'grounds'`,
    );
    expect(row).toEqual({ tableowner: "postgres", anon: true, service: true });
  });

  it.each(["vector", "postgis", "pg_net"])("name the way out if the server lacks %s", async (name) => {
    migration("20260102000000_extended.sql", `create extension ${name}`);
    expect(await rejection(migrate(server.db, dir))).toMatchObject({
      message: expect.stringMatching(/extended\.sql failed .*set DATABASE_URL to a PostgreSQL 15 or newer/),
    });
    rmSync(join(dir, "migrations", "20260102000000_extended.sql"));
  });

  it("are rolled back whole when a statement fails, and told by name", async () => {
    migration("20260102000000_broken.sql", "create table half (id int); select nonsense");
    const error = await rejection(migrate(server.db, dir));
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({ message: expect.stringContaining("20260102000000_broken.sql failed") });
    expect(await server.db.query("select to_regclass('half') as half")).toEqual([{ half: null }]);
    rmSync(join(dir, "migrations", "20260102000000_broken.sql"));
  });

  it("are rolled back whole when a statement fails after a commit of their own", async () => {
    migration(
      "20260102000000_broken.sql",
      "begin; create table half (id int);\n-- done\nCOMMIT; select nonsense",
    );
    expect(await rejection(migrate(server.db, dir))).toMatchObject({
      message: expect.stringContaining('column "nonsense" does not exist'),
    });
    expect(await server.db.query("select to_regclass('half') as half")).toEqual([{ half: null }]);
    rmSync(join(dir, "migrations", "20260102000000_broken.sql"));
  });

  it("leave what they create after a commit of their own to the role postgres", async () => {
    migration(
      "20260102000000_own.sql",
      "start transaction; select 1; commit work; create table own (id int)",
    );
    expect(await migrate(server.db, dir)).toEqual(["20260102000000"]);
    expect(await server.db.query("select tableowner from pg_tables where tablename = 'own'")).toEqual([
      { tableowner: "postgres" },
    ]);
    rmSync(join(dir, "migrations", "20260102000000_own.sql"));
    await server.db.script(
      "drop table own; delete from supabase_migrations.schema_migrations where version = '20260102000000'",
    );
  });

  it("refuses two migrations with the same version", async () => {
    for (const name of ["one", "other"]) migration(`20260102000000_${name}.sql`, "select 1");
    expect(await rejection(migrate(server.db, dir))).toMatchObject({
      name: "StartError",
      message: expect.stringMatching(
        /^Migrations 20260102000000_\w+\.sql and 20260102000000_\w+\.sql have the same version: rename all but one\.$/,
      ),
    });
    for (const name of ["one", "other"]) rmSync(join(dir, "migrations", `20260102000000_${name}.sql`));
  });

  it("upgrade completely or not at all, so that the earlier version opens the database again", async () => {
    await migrate(server.db, dir);
    migration("20260102000000_first.sql", "create table upgraded (id int)");
    migration("20260103000000_second.sql", "alter table upgraded add column name nonsense");
    await server.db.query("update scoreline_host.bootstrap set hash = 'older' where file = 'roles.sql'");
    const backUp = async () => "/backups/before.tar.gz";
    const settings = { migrations: true, schemas: [], seeds: [], backUp };
    expect(await rejection(migrate(server.db, dir, settings))).toMatchObject({
      name: "StartError",
      message:
        'Migration 20260103000000_second.sql failed and was rolled back: type "nonsense" does not exist (42704). The database is unchanged: start the version that ran before, until this one is corrected. A backup from before the upgrade is /backups/before.tar.gz.',
    });
    expect(
      await server.db.query(
        "select to_regclass('upgraded') as upgraded, hash from scoreline_host.bootstrap where file = 'roles.sql'",
      ),
    ).toEqual([{ upgraded: null, hash: "older" }]);
    for (const file of ["20260102000000_first", "20260103000000_second"])
      rmSync(join(dir, "migrations", `${file}.sql`));
    expect(await migrate(server.db, dir)).toEqual([]);
  });

  it("that use a new value of an enum are applied one by one", async () => {
    await server.db.script(
      "create type public.colour as enum ('red'); alter type public.colour owner to postgres",
    );
    migration("20260102000000_blue.sql", "alter type colour add value 'blue'");
    migration("20260103000000_use.sql", "create table painted as select 'blue'::colour as colour");
    expect(await migrate(server.db, dir)).toEqual(["20260102000000", "20260103000000"]);
    for (const file of ["20260102000000_blue", "20260103000000_use"])
      rmSync(join(dir, "migrations", `${file}.sql`));
    await server.db.script(
      "drop table painted; drop type colour; delete from supabase_migrations.schema_migrations where version > '20260101000000'",
    );
  });

  it("refuse a database that is newer than the folder", async () => {
    await server.db.query(
      "insert into supabase_migrations.schema_migrations (version) values ('20990101000000')",
    );
    expect(await rejection(migrate(server.db, dir))).toMatchObject({
      message: expect.stringContaining("newer than"),
    });
    await server.db.query(
      "delete from supabase_migrations.schema_migrations where version = '20990101000000'",
    );
  });

  it("refuses a due migration that sorts before an applied one, before anything changes", async () => {
    migration("20260102000000_late.sql", "create table late (id int)");
    migration("20260104000000_next.sql", "create table next (id int)");
    await server.db.query(
      "insert into supabase_migrations.schema_migrations (version) values ('20260103000000')",
    );
    migration("20260103000000_applied.sql", "select 1");
    await server.db.query("update scoreline_host.bootstrap set hash = 'older' where file = 'roles.sql'");
    expect(await rejection(migrate(server.db, dir))).toMatchObject({
      name: "StartError",
      message:
        "Migration 20260102000000_late.sql sorts before 20260103000000, which the database has already. Nothing was changed. Rename it to a version after 20260103000000.",
    });
    expect(await server.db.query("select to_regclass('late') as late, to_regclass('next') as next")).toEqual([
      { late: null, next: null },
    ]);
    expect(
      await server.db.query("select hash from scoreline_host.bootstrap where file = 'roles.sql'"),
    ).toEqual([{ hash: "older" }]);
    for (const file of ["20260102000000_late", "20260103000000_applied", "20260104000000_next"])
      rmSync(join(dir, "migrations", `${file}.sql`));
    await server.db.query(
      "delete from supabase_migrations.schema_migrations where version = '20260103000000'",
    );
  });

  it("refuses a database whose migrations were merged into one since, before anything changes", async () => {
    const merged = mkdtempSync(join(tmpdir(), "migrate-merged-"));
    mkdirSync(join(merged, "migrations"));
    writeFileSync(join(merged, "migrations/20250801000000_initial.sql"), "create table merged (id int)");
    expect(await rejection(migrate(server.db, merged))).toMatchObject({
      name: "StartError",
      message: `The database was made before 20250801000000_initial.sql replaced the migrations of that time (it has 20260101000000, which ${merged} lacks), so it cannot be upgraded. Nothing was changed. Use a new data folder or database.`,
    });
    expect(await server.db.query("select to_regclass('merged') as merged")).toEqual([{ merged: null }]);
    rmSync(merged, { recursive: true });
  });

  it("refuses a database that was made with other content of an applied migration, before anything changes", async () => {
    await migrate(server.db, dir);
    const file = "20260101000000_grounds.sql";
    const applied = readFileSync(join(dir, "migrations", file), "utf8");
    migration(file, applied.replace("'a;b'", "'c;d'"));
    migration("20260102000000_next.sql", "create table next (id int)");
    expect(await rejection(migrate(server.db, dir))).toMatchObject({
      name: "StartError",
      message:
        "Migration 20260101000000_grounds.sql was changed after this database was made with it. Nothing was changed in the database. Use a new data folder or database, or the version of the program that made this one.",
    });
    expect(await server.db.query("select to_regclass('next') as next")).toEqual([{ next: null }]);
    rmSync(join(dir, "migrations", "20260102000000_next.sql"));
    migration(file, applied);
  });

  it("accepts an applied migration with another layout, and one without recorded statements", async () => {
    await migrate(server.db, dir);
    const file = "20260101000000_grounds.sql";
    const applied = readFileSync(join(dir, "migrations", file), "utf8");
    migration(file, `${applied.replaceAll("\n", "\n\n")};\n`);
    expect(await migrate(server.db, dir)).toEqual([]);
    const [kept] = await server.db.query<{ statements: string }>(
      "select statements::text from supabase_migrations.schema_migrations",
    );
    await server.db.query("update supabase_migrations.schema_migrations set statements = null");
    migration(file, "select 1");
    expect(await migrate(server.db, dir)).toEqual([]);
    await server.db.query("update supabase_migrations.schema_migrations set statements = $1::text::text[]", [
      kept?.statements ?? "",
    ]);
    migration(file, applied);
  });

  it("may be started by several processes at once", async () => {
    migration("20260103000000_stands.sql", "create table stands (id int)");
    const others = [server.open(), server.open()];
    const applied = await Promise.all([server.db, ...others].map((db) => migrate(db, dir)));
    expect(applied.flat()).toEqual(["20260103000000"]);
    await Promise.all(others.map((db) => db.close()));
  });
});

describe("settings of [db.migrations] and [db.seed]", () => {
  const server = useServer();
  const folder = mkdtempSync(join(tmpdir(), "migrate-settings-test-"));
  const seed = (sql: string) => writeFileSync(join(folder, "seed.sql"), sql);
  const settings = { migrations: false, schemas: [], seeds: ["*.sql"] };
  beforeAll(() => {
    mkdirSync(join(folder, "migrations"));
    writeFileSync(join(folder, "migrations", "20260101000000_never.sql"), "create table never (id int)");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("name the seed that fails, and leave nothing of it", async () => {
    seed("create table half (id int); select nonsense");
    const error = await rejection(migrate(server.db, folder, settings));
    expect(error).toBeInstanceOf(StartError);
    expect(error).toMatchObject({ message: expect.stringContaining("The seed (seed.sql) failed") });
    expect(await server.db.query("select to_regclass('half') as half")).toEqual([{ half: null }]);
  });

  it("apply no migration if they are disabled, and the corrected seed once", async () => {
    seed("create table seeded (id int)");
    expect(await migrate(server.db, folder, settings)).toEqual([]);
    expect(await migrate(server.db, folder, settings)).toEqual([]);
    const [row] = await server.db.query(
      "select to_regclass('never') as never, to_regclass('seeded') as seeded",
    );
    expect(row).toEqual({ never: null, seeded: "seeded" });
  });
});
