import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { useServer } from "../cluster.fixture.ts";
import { StartError } from "../start-error.ts";
import { migrate } from "./migrate.ts";

const dir = mkdtempSync(join(tmpdir(), "code-test-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const settings = { migrations: true, schemas: ["schemas/*.sql"], seeds: [] };
const write = (file: string, sql: string): void => {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), sql);
};

/** What a club of grounds has, with a function that a constraint and one that a policy uses. */
const GROUNDS = `-- Grounds.
create function public.is_tidy(_name text) returns boolean language sql immutable as 'select _name = trim(_name)';
create table public.grounds (id int primary key, name text constraint tidy check (public.is_tidy(name)), seats int);
alter table public.grounds enable row level security;
insert into public.grounds values (1, 'Moka', 100);
/* Who sees them. */
create function public.sees() returns boolean language sql stable as 'select true';
create policy "anyone; or nobody" on public.grounds for select using (public.sees());
create function public.note() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger noted before update of seats on public.grounds for each row execute function public.note();
create view public.large as select name from public.grounds where public.seats_of(id) > 50;
revoke all on public.grounds from anon;
grant select (name) on public.grounds to anon;
revoke all on function public.sees() from public;
grant execute on function public.sees() to anon;
comment on table public.grounds is 'where we play';
`;
const SEATS = `create function public.seats_of(_id int) returns int language sql stable as 'select seats from public.grounds where id = _id';\n`;

describe("the code of the schemas", () => {
  const server = useServer();
  const start = () => migrate(server.db, dir, settings);
  const one = async (sql: string): Promise<unknown> =>
    Object.values((await server.db.query<object>(sql))[0] ?? {})[0];
  beforeEach(() => {
    write("migrations/20260101000000_grounds.sql", "select 'not run in a new database' / 0");
    write("schemas/1_seats.sql", SEATS);
    write("schemas/2_grounds.sql", GROUNDS);
  });

  it("makes a new database with all tables and rows, which has the migrations from then on", async () => {
    expect(await start()).toEqual(["20260101000000"]);
    expect(await one("select name from public.grounds")).toBe("Moka");
    expect(await start()).toEqual([]);
  });

  it("is applied when it changes, with what tables depend on, and without what it no longer has", async () => {
    await server.db.script("create function public.own() returns int language sql as 'select 1'");
    write(
      "schemas/1_seats.sql",
      SEATS.replace("returns int", "returns bigint").replace("_id", "_ground").replace("= _id", "= _ground"),
    );
    write(
      "schemas/2_grounds.sql",
      GROUNDS.replace("_name = trim(_name)", "_name = btrim(_name)")
        .replace(/^create trigger.*\n/m, "")
        .replace(/^create function public.note.*\n/m, "")
        .replace("(name) on public.grounds to anon", "(seats) on public.grounds to anon")
        .replace("'where we play'", "'where they play'"),
    );
    expect(await start()).toEqual([]);
    expect(await one("select pg_get_function_result('public.seats_of'::regproc)")).toBe("bigint");
    expect(await one("select prosrc from pg_proc where proname = 'is_tidy'")).toContain("btrim");
    expect(await one("select count(*)::int from pg_trigger where tgname = 'noted'")).toBe(0);
    expect(await one("select to_regproc('public.note')::text")).toBeNull();
    expect(await one("select to_regproc('public.own')::text")).toBe("own");
    expect(await one("select has_column_privilege('anon', 'public.grounds', 'name', 'select')")).toBe(false);
    expect(await one("select obj_description('public.grounds'::regclass)")).toBe("where they play");
    expect(await one("select count(*)::int from pg_policy where polname = 'anyone; or nobody'")).toBe(1);
    expect(await one("select count(*)::int from public.large")).toBe(1);
  });

  it("does not stand in the way of a migration that changes a column which it reads", async () => {
    write("migrations/20260102000000_seats.sql", "alter table public.grounds alter column seats type bigint");
    expect(await start()).toEqual(["20260102000000"]);
    expect(await one("select count(*)::int from pg_trigger where tgname = 'noted'")).toBe(1);
  });

  it("computes after the upgrade what a migration leaves to it, once", async () => {
    write(
      "migrations/20260103000000_doubled.sql",
      `create schema if not exists private;
       create function private.after_upgrade_doubled() returns void language plpgsql as
         $$ begin update public.grounds set seats = public.twice(seats); end $$`,
    );
    const last = `create function public.twice(_n bigint) returns bigint language sql as 'select _n * 2';
      do $$ declare step regprocedure; begin
        for step in select oid from pg_proc where proname like 'after\\_upgrade\\_%' loop
          execute format('select %s', step); execute format('drop function %s', step);
        end loop; end $$;`;
    write("schemas/3_last.sql", last);
    await start();
    expect(await one("select seats::int from public.grounds")).toBe(200);
    write("schemas/3_last.sql", `${last}comment on table public.grounds is 'ours'`);
    await start();
    expect(await one("select seats::int from public.grounds")).toBe(200);
    rmSync(join(dir, "schemas/3_last.sql"));
  });

  it("that fails leaves the database as it was, and is told", async () => {
    write("schemas/1_seats.sql", `${SEATS}; grant select on public.nothing to anon`);
    await expect(start()).rejects.toThrow(
      'The schemas could not be applied: relation "public.nothing" does not exist (42P01). The database is unchanged: start the version that ran before, until this one is corrected.',
    );
    expect(await one("select count(*)::int from pg_policy where polname = 'anyone; or nobody'")).toBe(1);
  });

  it("refuses a name that it could not find again", async () => {
    write("schemas/1_seats.sql", 'create view public."odd name" as select 1');
    await expect(start()).rejects.toThrow(StartError);
    await expect(start()).rejects.toThrow("schemas/1_seats.sql: the name of this object");
  });

  it("is applied by no host whose schemas.json says something else than yes or no", async () => {
    const { appliesSchemas } = await import("./code.ts");
    expect(appliesSchemas(dir)).toBe(false);
    write("schemas.json", '{ "apply": true }');
    expect(appliesSchemas(dir)).toBe(true);
    write("schemas.json", '{ "apply": "yes" }');
    expect(() => appliesSchemas(dir)).toThrow('schemas.json is not { "apply": true }.');
  });
});

describe("migrations that replace earlier ones", () => {
  const server = useServer();
  const folder = mkdtempSync(join(tmpdir(), "merged-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const start = () => migrate(server.db, folder, { migrations: true, schemas: [], seeds: [] });
  const migration = (name: string, sql: string): void => {
    mkdirSync(join(folder, "migrations"), { recursive: true });
    writeFileSync(join(folder, "migrations", `${name}.sql`), sql);
  };
  const versions = async () =>
    (
      await server.db.query<{ version: string }>(
        "select version from supabase_migrations.schema_migrations order by 1",
      )
    ).map((row) => row.version);

  it("count as applied for a database that has all of those, and refuse one that has some", async () => {
    migration("20260101000000_first", "create table first (id int)");
    migration("20260102000000_second", "create table second (id int)");
    await start();
    rmSync(join(folder, "migrations", "20260102000000_second.sql"));
    migration(
      "20260104000000_merged",
      "-- Both tables.\n--\n-- Replaces 20260102000000,\n-- 20260103000000.\nselect 1 / 0",
    );
    await expect(start()).rejects.toThrow(
      "The database has migration 20260102000000, which was merged with others that it lacks",
    );
    await server.db.query(
      "insert into supabase_migrations.schema_migrations (version) values ('20260103000000'), ('20260104000000')",
    );
    expect(await start()).toEqual([]);
    expect(await versions()).toEqual(["20260101000000", "20260104000000"]);
    expect(await start()).toEqual([]);
  });

  it("run in a database that has none of those", async () => {
    migration("20260106000000_merged", "-- Replaces 20260105000000.\ncreate table third (id int)");
    expect(await start()).toEqual(["20260106000000"]);
  });
});
