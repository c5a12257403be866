/** Single sign-on, which is not offered. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";

describe("single sign-on", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  const ask = async (path: string, init: { method?: string; token?: string; body?: object } = {}) => {
    const { method = "GET", token = host.secretKey, body } = init;
    return fetch(`${host.url}/auth/v1/admin/${path}`, {
      method,
      headers: { apikey: host.publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  };

  it("has an admin API that refuses visitors, players and club admins", async () => {
    const { api } = await host.admin("Club Admin");
    const token = (await api.auth.getSession()).data.session?.access_token ?? "";
    for (const [method, path] of [
      ["GET", "sso/providers"],
      ["POST", "sso/providers"],
      ["GET", "sso/providers/1"],
      ["PUT", "sso/providers/1"],
      ["DELETE", "sso/providers/1"],
    ] as const) {
      expect((await ask(path, { method, token: "" })).status, path).toBe(401);
      expect((await ask(path, { method, token: host.publishableKey })).status, path).toBe(403);
      expect((await ask(path, { method, token })).status, path).toBe(403);
    }
  });

  it("is refused as by GoTrue with SAML disabled", async () => {
    const answer = async (response: Response) => [response.status, await response.json()];
    expect(await answer(await ask("sso/providers"))).toEqual([200, { items: [] }]);
    const create = (type: string) => ask("sso/providers", { method: "POST", body: { type } });
    expect(await answer(await create("saml"))).toMatchObject([404, { error_code: "saml_provider_disabled" }]);
    expect(await answer(await create("oidc"))).toMatchObject([400, { error_code: "validation_failed" }]);
    for (const method of ["GET", "PUT", "DELETE"]) {
      const response = await ask("sso/providers/5f5a0c52-7d0c-4ec4-a2fb-6a6d2ae7a5ef", { method });
      expect(await answer(response)).toMatchObject([404, { error_code: "sso_provider_not_found" }]);
    }
    for (const [method, path] of [
      ["POST", "sso"],
      ["GET", "sso/saml/metadata"],
      ["POST", "sso/saml/acs"],
    ] as const) {
      const headers = { apikey: host.publishableKey };
      const response = await fetch(`${host.url}/auth/v1/${path}`, { method, headers });
      expect(await answer(response)).toMatchObject([404, { error_code: "saml_provider_disabled" }]);
    }
    for (const [provider, message] of [
      ["github", "Unsupported provider: provider is not enabled"],
      ["pigeon", "Unsupported provider: Provider pigeon could not be found"],
    ]) {
      const response = await fetch(`${host.url}/auth/v1/authorize?provider=${provider}`, {
        redirect: "manual",
      });
      expect(await answer(response)).toMatchObject([400, { msg: message }]);
    }
  });
});
