/** Live scores from another provider, and with two hosts. */

import { describe, expect, it } from "vitest";
import { call } from "../support/call-function.ts";
import { startHost } from "../support/host.ts";
import { POLLS_AT_ONCE, pointAt, startProviderHost } from "../support/provider-host.ts";

it("another provider takes over with another key", async () => {
  const other = await startProviderHost("api_football", POLLS_AT_ONCE);
  try {
    const otherAdmin = await other.host.admin("Pete Admin");
    const saved = await call(otherAdmin.api, "update-api-key", {
      apiKey: other.provider.key,
      provider: "api_football",
    });
    expect(saved.body).toMatchObject({ success: true });
    expect((await call(otherAdmin.api, "sync-live-scores")).body).toMatchObject({
      success: true,
      message: "API-Football: 0 matches, nothing new",
    });
    expect(other.provider.requests.map(({ pathname }) => pathname)).toEqual([
      "/status",
      ...Array(4).fill("/fixtures"),
    ]);
  } finally {
    await other.stop();
  }
});

describe("two hosts with one PostgreSQL", () => {
  it("poll the provider once", async () => {
    const providerHost = await startProviderHost("football_data", "select 1;");
    const second = await startHost({
      sharedWith: providerHost.host,
      migrations: { polling: "select 1;" },
    });
    pointAt(second, providerHost.provider);
    try {
      const [one, other] = [await providerHost.host.admin("Olga Admin"), await second.admin("Pete Admin")];
      await call(one.api, "update-api-key", { apiKey: providerHost.provider.key });
      providerHost.provider.requests.length = 0;
      const answers = await Promise.all(
        [one, other, one, other].map(({ api }) => call(api, "sync-live-scores")),
      );
      expect(providerHost.provider.requests).toHaveLength(1);
      expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    } finally {
      await second.stop();
      await providerHost.stop();
    }
  });
});
