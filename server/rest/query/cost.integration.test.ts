import { expect, it } from "vitest";
import { describeRest } from "../rest-host.fixture.ts";

describeRest("the cost of a read", (host) => {
  const get = async (path: string) => {
    const response = await host().fetch(path);
    return { status: response.status, body: await response.json() };
  };

  it("checks the cost of nested lists before they run, because they multiply", async () => {
    const nested = (levels: number): string =>
      `fixtures!fixtures_home_id_fkey(id${levels > 1 ? `,clubs!fixtures_away_id_fkey(${nested(levels - 1)})` : ""})`;
    expect((await get(`clubs?select=id,${nested(2)}`)).status).toBe(200);
    await host().db.script("insert into fixtures (home_id, away_id) select 1, 1 from generate_series(1, 99)");
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
});
