/** The audit log of auth, read with the secret key; and the admin API of single sign-on. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";

interface Line {
  id: string;
  created_at: string;
  ip_address: string;
  payload: Record<string, unknown>;
}

describe("the audit log", () => {
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
  const read = async (query: string) => (await (await ask(`audit?${query}`)).json()) as Line[];

  it("returns pages, newest first", async () => {
    const { email, id, api } = await host.person("Aud Ited");
    await api.auth.signOut();
    const [newest, before] = await read("per_page=2");
    expect(newest).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      ip_address: "127.0.0.1",
      payload: {
        action: "logout",
        actor_id: id,
        actor_username: email,
        actor_name: "Aud Ited",
        actor_via_sso: false,
        log_type: "account",
      },
    });
    expect(before?.payload).toMatchObject({ action: "login", actor_id: id });
    const [second] = await read("page=2&per_page=1");
    expect(second?.id).toBe(before?.id);
    const response = await ask("audit?page=1&per_page=1");
    const total = Number(response.headers.get("x-total-count"));
    expect(total).toBeGreaterThanOrEqual(3);
    expect(response.headers.get("link")).toContain(`page=2&per_page=1>; rel="next"`);
    expect(response.headers.get("link")).toContain(`page=${total}&per_page=1>; rel="last"`);
  });

  it("filters by author, action and type", async () => {
    const { email, id } = await host.person("Fin Dable");
    const actions = async (query: string) =>
      (await read(`query=${encodeURIComponent(query)}`)).map(({ payload }) => payload.action);
    expect(await actions(`author:${email.toUpperCase()}`)).toEqual(["login", "user_signedup"]);
    expect(await actions("author:fin dab")).toEqual(["login", "user_signedup"]);
    expect(new Set(await actions("action:signed"))).toEqual(new Set(["user_signedup"]));
    expect(new Set(await actions("type:account"))).toEqual(new Set(["login", "logout"]));
    expect(await actions("author:' or true --")).toEqual([]);
    expect(await actions("author:%")).toEqual([]);
    await host.secret.auth.admin.deleteUser(id);
    expect((await read("per_page=1"))[0]?.payload).toMatchObject({
      action: "user_deleted",
      actor_username: "",
    });
  });

  it.each(["page=0", "per_page=x", "page=1e9", "query=author", "query=name:a", "query=constructor:a"])(
    "refuses %s",
    async (query) => {
      const response = await ask(`audit?${query}`);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error_code: "validation_failed" },
      ]);
    },
  );

  it("refuses visitors, players and club admins", async () => {
    const { api } = await host.admin("Club Admin");
    const token = (await api.auth.getSession()).data.session?.access_token ?? "";
    for (const [method, path] of [
      ["GET", "audit"],
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

  it("answers single sign-on requests as GoTrue does with SAML disabled", async () => {
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
