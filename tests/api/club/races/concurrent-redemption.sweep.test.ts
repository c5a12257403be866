/** Many players redeem one code at the same time: it opens one subscription. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysFromNow } from "../../../club-time.ts";
import { type Host, type Person, startHost } from "../../support/host.ts";

describe("a code", () => {
  let host: Host;
  let people: Person[];
  beforeAll(async () => {
    host = await startHost();
    people = await Promise.all(
      Array.from({ length: 12 }, (_, index) => host.person(`Redeemer ${"abcdefghijkl"[index]}`)),
    );
  });
  afterAll(() => host.stop());

  it("goes to one of twelve players who redeem it at the same time", async () => {
    const expires_on = daysFromNow(9);
    const { data: made } = await host.secret.rpc("generate_plan_code", { plan_type: "fa_cup", expires_on });
    const code = made?.code ?? "";
    expect(code).toMatch(/^\d{7}$/);
    const answers = await Promise.all(people.map(({ api }) => api.rpc("redeem_plan_code", { code })));
    const outcomes = answers.map(
      ({ data, error }) => (data as { outcome: string }[] | null)?.[0]?.outcome ?? error?.code,
    );
    expect(outcomes.filter((outcome) => outcome === "redeemed")).toHaveLength(1);
    // All use one address, which ten wrong codes lock, so the last ones may be told to wait.
    expect(
      outcomes
        .filter((outcome) => outcome !== "redeemed")
        .every((outcome) => outcome === "used" || outcome === "locked"),
    ).toBe(true);
    const { count } = await host.secret.from("subscriptions").select("*", { count: "exact", head: true });
    expect(count).toBe(1);
  });
});
