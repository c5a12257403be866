import { expect, it } from "vitest";
import { describeRest } from "../rest-host.fixture.ts";

describeRest("the cost of a read", (host) => {
  const get = async (path: string) => {
    const response = await host().fetch(path);
    return { status: response.status, body: await response.json() };
  };

  const nested = (levels: number): string =>
    `fixtures!fixtures_home_id_fkey(id${levels > 1 ? `,clubs!fixtures_away_id_fkey(${nested(levels - 1)})` : ""})`;
  /** Autovacuum would analyse as many new rows within a minute. */
  const MANY_FIXTURES = `insert into fixtures (home_id, away_id) select 1, 1 from generate_series(1, 99);
    analyze clubs, fixtures`;

  it("checks the cost of nested lists before they run, because they multiply", async () => {
    expect((await get(`clubs?select=id,${nested(2)}`)).status).toBe(200);
    await host().db.script(MANY_FIXTURES);
    const refused = await get(`clubs?select=id,${nested(5)}`);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "54001", message: "plan cost limit exceeded" },
    });
    // The estimate would tell how many rows there are, also those that policies hide.
    expect(await get(`clubs?select=id,${nested(6)}`)).toEqual(refused);
    const written = await host()
      .signedIn.from("clubs")
      .insert({ id: 4, name: "United" })
      .select(`id,${nested(12)}`);
    expect(written.error?.code).toBe("54001");
    expect((await get("clubs?id=eq.4")).body).toEqual([]);
  });

  it("plans a request that repeats once for each role", async () => {
    const select = "id,home:clubs!home_id(name),away:clubs!away_id(name)";
    const signedIn = () => host().signedIn.from("fixtures").select(select);
    const visitor = () => host().visitor.from("fixtures").select(select);
    const calls = async (asked: () => PromiseLike<unknown>) => {
      const before = host().db.activity.calls;
      await asked();
      return host().db.activity.calls - before;
    };
    await get("fixtures");
    expect([await calls(signedIn), await calls(signedIn), await calls(visitor)]).toEqual([2, 1, 2]);
  });

  /** Five new tables in a chain with two rows each, which autovacuum will never analyse. */
  const CHAIN = `set local role postgres;
    drop table if exists e, d, c, b, a;
    create table a (id int primary key, name text);
    create table b (id int primary key, a_id int references a, name text);
    create table c (id int primary key, b_id int references b, name text);
    create table d (id int primary key, c_id int references c, name text);
    create table e (id int primary key, d_id int references d, name text);
    notify pgrst, 'reload schema';`;
  const FILL = `insert into a values (1, 'x'), (2, 'y');
    insert into b values (1, 1, 'x'), (2, 1, 'y');
    insert into c values (1, 1, 'x'), (2, 1, 'y');
    insert into d values (1, 1, 'x'), (2, 1, 'y');
    insert into e values (1, 1, 'x'), (2, 1, 'y');`;
  const NESTED = "a?select=name,b(name,c(name,d(name,e(name))))";
  const analysed = () =>
    host().db.query(
      `select relname, reltuples::int as rows from pg_class
       where relname in ('a', 'b', 'c', 'd', 'e') and relnamespace = 'public'::regnamespace order by 1`,
    );
  /** The schema is read again soon after the notification. */
  const answered = async (path: string) => {
    await expect.poll(async () => (await get("a?select=name,b(name)")).status).toBe(200);
    return get(path);
  };

  it("analyses small new tables instead of refusing them, also in concurrent requests", async () => {
    await host().db.script(`${CHAIN}${FILL}reset role`);
    await answered("a");
    const all = await Promise.all([1, 2, 3].map(() => get(NESTED)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(all[0]?.body).toHaveLength(2);
    expect(await analysed()).toEqual(["a", "b", "c", "d", "e"].map((relname) => ({ relname, rows: 2 })));
  });

  it("analyses tables again whose statistics are from before their first row", async () => {
    await host().db.script(`${CHAIN}reset role`);
    expect((await answered(NESTED)).body).toEqual([]);
    await host().db.script(FILL);
    expect((await get(NESTED)).status).toBe(200);
  });

  it("leaves tables with statistics to autovacuum", async () => {
    await host().db.script(MANY_FIXTURES);
    const sizes = () =>
      host().db.query("select reltuples::int as rows from pg_class where oid = 'fixtures'::regclass");
    expect(await sizes()).toEqual([{ rows: 102 }]);
    await host().db.script("insert into fixtures (home_id, away_id) values (1, 1)");
    expect((await get(`clubs?select=id,${nested(5)}`)).status).toBe(400);
    expect(await sizes()).toEqual([{ rows: 102 }]);
  });
});
