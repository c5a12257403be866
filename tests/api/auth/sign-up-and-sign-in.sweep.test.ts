/** More sign-ins at once than the host hashes passwords for. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";

const PASSWORD = "Correct1Horse";

describe("sixty sign-ins at once", () => {
  const ACCOUNTS = 20;
  const EACH = 3;
  let host: Host;
  const emails = Array.from({ length: ACCOUNTS }, (_, n) => `someone${n}@example.com`);
  beforeAll(async () => {
    host = await startHost({ env: { PASSWORD_COST: "full" } }); // a host that hashes all of them at once is not busy
    for (const email of emails) {
      const { error } = await host.secret.auth.admin.createUser({
        email,
        password: PASSWORD,
        email_confirm: true,
      });
      expect(error).toBeNull();
    }
  });
  afterAll(() => host.stop());

  /** Signs in as the page does: comes back with its ticket when the host says. Returns the number of refusals. */
  async function signIn(email: string): Promise<number> {
    let ticket = "";
    for (let refusals = 0; ; refusals++) {
      const response = await fetch(`${host.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: host.publishableKey, ...(ticket && { "retry-ticket": ticket }) },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      const body = await response.json();
      if (response.status !== 503) {
        expect([response.status, body.user?.email]).toEqual([200, email]);
        return refusals;
      }
      expect(body.code).toBe("53300");
      ticket = response.headers.get("retry-ticket") ?? "";
      const seconds = Number(response.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(0);
      await delay((seconds + Math.random()) * 1000);
    }
  }

  it("all succeed if refused clients come back when they are asked to", async () => {
    const all = emails.flatMap((email) => Array.from({ length: EACH }, () => signIn(email)));
    const refusals = await Promise.all(all);
    expect(refusals).toHaveLength(ACCOUNTS * EACH);
  });
});
