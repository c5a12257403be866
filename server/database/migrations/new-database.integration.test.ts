import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useServer } from "../cluster.fixture.ts";
import { ConnectionError } from "../database.ts";
import { rejection } from "../rejection.fixture.ts";
import { migrate } from "./migrate.ts";
import { migrationFolder } from "./migration-folder.fixture.ts";

const { dir, migration } = migrationFolder();

describe("a new database", () => {
  const server = useServer();
  const write = (last: string) => {
    migration("20260101000000_grounds.sql", "create table grounds (name text)");
    migration("20260102000000_last.sql", last);
  };

  it("has no migration after a connection that was lost during the last one", async () => {
    write("select pg_terminate_backend(pg_backend_pid())");
    expect(await rejection(migrate(server.db, dir))).toBeInstanceOf(ConnectionError);
    expect(
      await server.db.query(
        "select to_regclass('grounds') as grounds, to_regnamespace('scoreline_host') as host",
      ),
    ).toEqual([{ grounds: null, host: null }]);
  });

  it("names all missing extensions when one is missing", async () => {
    migration(
      "20251201000000_vectors.sql",
      "create extension if not exists pgcrypto; create extension vector",
    );
    migration(
      "20251202000000_places.sql",
      '-- create extension ltree;\ncreate extension\n  if not exists "postgis" with schema extensions;',
    );
    migration("20251203000000_plans.sql", "create extension postgis; create extension hypopg cascade");
    expect(await rejection(migrate(server.db, dir))).toMatchObject({
      message: expect.stringMatching(
        /extension "vector" is not available .* Other extensions that it lacks: postgis, hypopg\.$/,
      ),
    });
    for (const name of ["01000000_vectors", "02000000_places", "03000000_plans"])
      rmSync(join(dir, "migrations", `202512${name}.sql`));
  });

  it("gets migrations one by one that cannot share a transaction", async () => {
    write("alter table grounds add constraint named check (name <> '')");
    const trigger = `create function nothing() returns trigger language plpgsql as $$ begin return null; end $$;
      create constraint trigger later after insert on grounds deferrable initially deferred
        for each row execute function nothing(); insert into grounds values ('B')`;
    migration("20260101120000_pending.sql", trigger);
    expect(await migrate(server.db, dir)).toHaveLength(3);
  });
});
