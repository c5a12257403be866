/** Adding members from a list: their accounts and passwords, and who may not add any. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "../support/call-function.ts";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";

interface Line {
  outcome: string;
  reason: string | null;
  facts: unknown;
  sign_in: string | null;
  password: string | null;
}

describe("add-members", () => {
  let host: Host;
  let admin: Person;
  let other: Person;
  let player: Person;
  beforeAll(async () => {
    host = await startHost();
    admin = await host.admin("Olga Admin");
    other = await host.admin("Oscar Admin");
    player = await host.person("Paul Player");
  });
  afterAll(() => host.stop());

  const key = () => crypto.randomUUID();
  const add = async (api: Api, members: readonly unknown[], requestKey = key()): Promise<Line[]> => {
    const { status, body } = await call(api, "add-members", { requestKey, members });
    expect([status, body]).toMatchObject([200, { members: expect.any(Array) }]);
    const lines = body.members as Line[];
    for (const { reason, facts } of lines) expect(facts === null).toBe(reason === null);
    return lines;
  };
  const accounts = async () => (await host.secret.auth.admin.listUsers({ perPage: 1000 })).data.users.length;

  it("adds accounts by phone and email, and reports the other lines", async () => {
    const before = await accounts();
    const lines = await add(admin.api, [
      { name: "Amina Ramgoolam", phone: "57120001" },
      { name: "Ben Li", email: "Ben@Example.com" },
      { name: "Cleo Both", phone: "+23057120003", email: "cleo@example.com" },
      { name: "Dan 92", phone: "57120004" },
      { name: "Again", phone: "5712 0001" },
      { name: "Paul", email: player.email },
      { name: "Nobody" },
      "text",
      { name: "Paul Player", phone: "57120009" },
    ]);
    expect(lines.map(({ outcome, sign_in }) => [outcome, sign_in])).toEqual([
      ["added", "+23057120001"],
      ["added", "ben@example.com"],
      ["added", "cleo@example.com"],
      ["unusable", null],
      ["unusable", null],
      ["member", null],
      ["unusable", null],
      ["unusable", null],
      ["added", "+23057120009"],
    ]);
    expect(await accounts()).toBe(before + 4);
    const passwords = lines.flatMap(({ password }) => password ?? []);
    expect(new Set(passwords).size).toBe(4);
    expect(
      passwords.every((password) => /^[A-Z][a-z]{3}-[2-9][a-z]{3}-[a-z2-9]{4}-[a-z2-9]{4}$/.test(password)),
    ).toBe(true);

    const log = await admin.api
      .from("admin_audit_log")
      .select("*")
      .in("action", ["add-members", "add_member"]);
    expect(log.data?.filter(({ action }) => action === "add_member")).toHaveLength(4);
    expect(log.data?.every(({ admin_user_id }) => admin_user_id === admin.id)).toBe(true);
    for (const password of passwords) expect(JSON.stringify(log.data) + host.log()).not.toContain(password);
  });

  it("the password is temporary: until it is changed, the member writes nothing", async () => {
    const [byPhone, byEmail] = await add(admin.api, [
      { name: "Eve Phone", phone: "57120010" },
      { name: "Fay Email", email: "fay@example.com", phone: "57120011" },
    ]);
    const phone = host.visitor();
    const { data } = await phone.auth.signInWithPassword({
      phone: "+23057120010",
      password: byPhone?.password ?? "",
    });
    expect(data.user?.app_metadata.temporary_password).toBe(true);
    const rename = () =>
      phone
        .from("profiles")
        .update({ full_name: "New Name" })
        .eq("id", data.user?.id ?? "")
        .select("id");
    expect((await rename()).error?.code).toBe("SL017");
    expect((await phone.auth.updateUser({ password: "Brand2New" })).error).toBeNull();
    expect((await rename()).error).toBeNull();

    const email = host.visitor();
    const signedIn = await email.auth.signInWithPassword({
      email: "fay@example.com",
      password: byEmail?.password ?? "",
    });
    expect(signedIn.error).toBeNull();
    const profile = await email.from("profiles").select("full_name,phone_number").single();
    expect(profile.data).toEqual({ full_name: "Fay Email", phone_number: "+23057120011" });
  });

  it("a repeat of a request adds nobody and returns the same passwords, while they are valid", async () => {
    const requestKey = key();
    const members = [
      { name: "Gil", phone: "57120020" },
      { name: "Hana", email: "hana@example.com" },
    ];
    const first = await add(admin.api, members, requestKey);
    const before = await accounts();
    expect(await add(admin.api, members, requestKey)).toEqual(first);
    const twice = await Promise.all([
      add(admin.api, members, requestKey),
      add(admin.api, members, requestKey),
    ]);
    expect(twice).toEqual([first, first]);
    expect(await accounts()).toBe(before);

    const gil = host.visitor();
    await gil.auth.signInWithPassword({ phone: "+23057120020", password: first[0]?.password ?? "" });
    await gil.auth.updateUser({ password: "Brand2New" });
    const later = await add(admin.api, members, requestKey);
    expect(later.map(({ outcome, password }) => [outcome, password])).toEqual([
      ["member", null],
      ["added", first[1]?.password],
    ]);
  });

  it("tells no password to another request, nor to another admin with the same key", async () => {
    const requestKey = key();
    const members = [{ name: "Ivo", phone: "57120030" }];
    await add(admin.api, members, requestKey);
    for (const answer of [await add(admin.api, members), await add(other.api, members, requestKey)])
      expect(answer).toMatchObject([{ outcome: "member", password: null }]);
  });

  it("two admins at once add each member once", async () => {
    const members = Array.from({ length: 5 }, (_, n) => ({ name: "Twice Added", phone: `5712004${n}` }));
    const before = await accounts();
    const [one = [], two = []] = await Promise.all([add(admin.api, members), add(other.api, members)]);
    expect(await accounts()).toBe(before + 5);
    members.forEach((_, at) => {
      expect([one[at]?.outcome, two[at]?.outcome].toSorted()).toEqual(["added", "member"]);
    });
  });

  it("a first request that is sent twice at once adds each member once, with one password", async () => {
    const requestKey = key();
    const members = [{ name: "Jo Press", phone: "57120050" }];
    const [one, two] = await Promise.all([
      add(admin.api, members, requestKey),
      add(admin.api, members, requestKey),
    ]);
    expect(one).toEqual(two);
  });

  it("refuses players, helpers, an ended session and a member with a temporary password", async () => {
    const members = [{ name: "Kim", phone: "57120060" }];
    const request = { requestKey: key(), members };
    const ended = await host.admin("Ended Admin");
    await ended.api.auth.admin.signOut((await ended.api.auth.getSession()).data.session?.access_token ?? "");
    const [fresh] = await add(admin.api, [{ name: "Fresh Member", phone: "57120061" }]);
    const temporary = host.visitor();
    await temporary.auth.signInWithPassword({ phone: "+23057120061", password: fresh?.password ?? "" });
    const helper = await host.person("Hugo Helper");
    for (const role of ["results", "money", "news"]) {
      const given = { _user_id: helper.id, _role: role, _has_it: true };
      expect((await admin.api.rpc("set_helper_role", given)).error).toBeNull();
    }
    const before = await accounts();
    for (const api of [player.api, helper.api, ended.api, temporary])
      expect(await call(api, "add-members", request)).toMatchObject({ status: 403, body: { code: "SL003" } });
    expect(await accounts()).toBe(before);
    const list = await helper.api.rpc("preview_new_members", { _members: members });
    const merge = { _keep_id: player.id, _remove_id: helper.id };
    const merged = await helper.api.rpc("merge_members", merge);
    const plan = await helper.api.rpc("preview_merge_members", merge);
    expect([list, merged, plan].map(({ error }) => error?.code)).toEqual(["SL003", "SL003", "SL003"]);
  });

  it("refuses long lists and requests of another form", async () => {
    const before = await accounts();
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: "X", phone: `571300${n}` }));
    for (const body of [
      { requestKey: key(), members: many(301) },
      { requestKey: key(), members: many(11) },
      { requestKey: key(), members: [] },
      { requestKey: key(), members: { name: "X" } },
      { requestKey: "1", members: many(1) },
      { members: many(1) },
      {},
    ])
      expect(await call(admin.api, "add-members", body)).toMatchObject({ status: 400 });
    expect(await accounts()).toBe(before);
    const preview = await admin.api.rpc("preview_new_members", { _members: many(301) });
    expect(preview.error?.code).toBe("22023");
  });

  it("the 51st request within five minutes is refused", async () => {
    const busy = await host.admin("Busy Admin");
    const statuses: number[] = [];
    for (let n = 0; n < 51; n++) statuses.push((await call(busy.api, "add-members", {})).status);
    expect([statuses.slice(0, 50).every((status) => status === 400), statuses[50]]).toEqual([true, 429]);
  });
});
