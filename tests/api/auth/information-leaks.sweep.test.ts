/** What the time of a response reveals about accounts. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processorTicks } from "../../processor-time.ts";
import { type Host, startHost } from "../support/host.ts";

let counter = 0;
const newEmail = () => `discreet.${++counter}@example.com`;

describe("accounts", () => {
  let host: Host;
  beforeAll(async () => {
    // The hash is what takes the same time.
    host = await startHost({ env: { AUTH_CONFIRM: "always", LOG_LEVEL: "trace", PASSWORD_COST: "full" } });
  });
  afterAll(() => host.stop());

  it("take the same work to refuse whether they exist or not", async () => {
    const known = await Promise.all([1, 2, 3, 4, 5].map(() => host.person("Known Well")));
    const refuse = async (email: string) => {
      const before = processorTicks(host.pid);
      const { error } = await host.visitor().auth.signInWithPassword({ email, password: "Wrong1Horse" });
      expect(error?.code).toBe("invalid_credentials");
      return processorTicks(host.pid) - before;
    };
    const ticks = { known: 0, unknown: 0 };
    for (const { email } of known) {
      ticks.known += await refuse(email);
      ticks.unknown += await refuse(newEmail());
    }
    // A refusal without a hash would take a tenth of it.
    expect(ticks.unknown).toBeGreaterThan(ticks.known / 3);
    expect(ticks.known).toBeGreaterThan(ticks.unknown / 3);
  });
});
