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
