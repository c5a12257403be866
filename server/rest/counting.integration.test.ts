import { expect, it } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { describeRest } from "./rest-host.fixture.ts";

describeRest("counting", (host) => {
  it("counts by the planner's estimate", async () => {
    const planned = await host().signedIn.from("clubs").select("id", { count: "planned", head: true });
    const estimated = await host().signedIn.from("clubs").select("id", { count: "estimated", head: true });
    expect(planned.count).toBeGreaterThan(0);
    expect(estimated.count).toBe(3);
  });

  // PostgREST: MainTx.hs, where a planned count is what the planner says, and an estimated one is exact up to db-max-rows.
  it("counts exactly up to max_rows, and by the planner's estimate above", async () => {
    await host().db.script(`
      create table seats (id int primary key) with (autovacuum_enabled = false);
      grant select on seats to authenticated;
      insert into seats select generate_series(1, 5000);
      analyze seats;
      delete from seats where id > 101;
      notify pgrst, 'reload schema'`);
    const counts = async () =>
      Promise.all(
        (["exact", "planned", "estimated"] as const).map(async (count) => {
          const asked = await host().signedIn.from("seats").select("id", { count, head: true });
          return asked.count;
        }),
      );
    await eventually(async () => expect(await counts()).toEqual([101, 5000, 5000]));
    await host().db.script("delete from seats where id > 100");
    expect(await counts()).toEqual([100, 5000, 100]);
    const answered = await host().fetch("seats?id=lte.3", { headers: { prefer: "count=planned" } });
    const total = Number(answered.headers.get("content-range")?.split("/")[1]);
    expect(answered.headers.get("content-range")).toMatch(/^0-2\/\d+$/);
    expect(total).toBeLessThan(5000);
    await host().db.script("drop table seats");
  });

  it("counts only rows that the caller may read, by every kind of count", async () => {
    await host().db.script(`
      create table diaries (id int primary key);
      alter table diaries enable row level security;
      create policy "nobody reads" on diaries for select using (pg_backend_pid() < 0);
      create view all_diaries with (security_invoker = true) as select * from diaries;
      grant select on diaries, all_diaries to authenticated;
      insert into diaries select generate_series(1, 500);
      analyze diaries;
      notify pgrst, 'reload schema'`);
    const read = () => host().signedIn.from("all_diaries").select("id");
    await eventually(async () => expect((await read()).status).toBe(200));
    for (const count of ["exact", "planned", "estimated"] as const)
      for (const table of ["diaries", "all_diaries"]) {
        const asked = await host().signedIn.from(table).select("id", { count, head: true }).lt("id", 100);
        expect([asked.status, asked.count, table, count]).toEqual([200, 0, table, count]);
      }
    await host().db.script("drop table diaries cascade");
  });
});
