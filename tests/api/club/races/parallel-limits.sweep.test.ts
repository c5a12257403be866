/** Limits hold when many requests arrive at the same time. Those of sign-in and codes are in server/auth. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../../support/host.ts";

interface Outcome {
  data: unknown;
  error: { code: string } | null;
}

describe("of many parallel requests", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
  });
  afterAll(() => host.stop());

  it("ten wrong codes of one player are tried", async () => {
    const { api } = await host.person("Guesser");
    const answers = await parallel(25, (n) => api.rpc("redeem_plan_code", { code: String(9_000_000 + n) }));
    expect(outcomes(answers)).toEqual({ invalid: 10, locked: 15 });
  });

  // The data API rolls a call back if its rows do not fit the request.
  it.each([
    [
      "one row of a redeemed code",
      1,
      "?outcome=eq.redeemed",
      { accept: "application/vnd.pgrst.object+json" },
    ],
    ["another type of the outcome", 2, "?select=outcome::uuid", {}],
    ["a later row", 3, "?limit=1&offset=1", {}],
    ["a page past the end", 4, "?offset=5", { prefer: "count=exact" }],
  ] as const)("ten wrong codes are tried of requests for %s", async (_what, network, query, headers) => {
    const { api } = await host.person("Shaper");
    const { data } = await api.auth.getSession();
    const redeem = async (search: string, more: Record<string, string>) => {
      const response = await fetch(`${host.url}/rest/v1/rpc/redeem_plan_code${search}`, {
        method: "POST",
        headers: {
          apikey: host.publishableKey,
          authorization: `Bearer ${data.session?.access_token}`,
          "content-type": "application/json",
          "x-forwarded-for": `198.51.100.${network}`,
          ...more,
        },
        body: JSON.stringify({ code: "9100000" }),
      });
      return response.text();
    };
    expect(await redeem("", {})).toContain("invalid");
    for (let n = 0; n < 9; n++) await redeem(query, headers);
    expect(await redeem("", {})).toContain("locked");
  });

  it("five wrong PINs of one admin are tried", async () => {
    const admin = await host.admin("Forgetful Admin");
    await admin.api.rpc("set_clear_points_pin", { pin: "1234" });
    const answers = await parallel(12, () => admin.api.rpc("clear_all_points", { pin: "4321" }));
    expect(outcomes(answers)).toEqual({ wrong_pin: 5, locked: 7 });
  });

  it("five lookups of one phone number are answered", async () => {
    const answers = await parallel(12, (n) =>
      host.secret.rpc("phone_lookup", { _phone: "+23057000001", _address: `198.51.100.${n}` }).single(),
    );
    expect(outcomes(answers)).toEqual({ ok: 5, limited: 7 });
  });

  it("fifty admin actions of one kind are done", async () => {
    const admin = await host.admin("Eager Admin");
    const answers = await parallel(60, () => admin.api.rpc("set_clear_points_pin", { pin: "1234" }));
    expect(outcomes(answers)).toEqual({ "no error": 50, SL004: 10 });
  });
});

function parallel(count: number, ask: (n: number) => PromiseLike<Outcome>): Promise<Outcome[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
}

/** How often each outcome or error code occurs. */
function outcomes(answers: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { data, error } of answers) {
    const [first] = [data].flat() as ({ outcome?: string } | null)[];
    const outcome = error?.code ?? first?.outcome ?? "no error";
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
