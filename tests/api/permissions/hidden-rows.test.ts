/** A refusal does not depend on rows that the caller may not see: the same request about a row that does not exist gets the same response. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysFromNow } from "../../club-time.ts";
import { type Host, startHost } from "../support/host.ts";
import { type Caller, createMatrix, type Matrix, type Sent, send } from "./callers.ts";
import { aCode, aGroup, aMatch, aPrediction, aSubscription } from "./rows.ts";

/** Each row exists in the first half and not in the second. */
interface Hidden {
  /** Accounts. */
  user: [string, string];
  admin: [string, string];
  email: [string, string];
  phone: [string, string];
  /** Another player's prediction of an open match, and the match's id with and without one. */
  prediction: [string, string];
  match: [string, string];
  /** An account with an active FA Cup subscription, and one without. */
  subscriber: [string, string];
  cupMatch: string;
  code: [string, string];
  /** A group of another player. */
  group: [string, string];
  /** An object of a private bucket. */
  object: [string, string];
  factor: [string, string];
}
/** Makes the request about the row that exists (0) or does not (1). */
type Probe = (hidden: Hidden, which: 0 | 1) => Sent;

const rest = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Sent => ({
  method,
  path: `rest/v1/${path}`,
  headers,
  ...(body ? { body } : {}),
});
const goals = { home_prediction: 1, away_prediction: 0 };
const MERGE = { prefer: "resolution=merge-duplicates,return=representation" };
const IGNORE = { prefer: "resolution=ignore-duplicates,return=representation" };
const COUNT = { prefer: "count=exact,return=representation" };

// biome-ignore format: aligned columns are easier to read
const PROBES: Record<string, Probe> = {
  "predict for another player": ({ user, match }, which) => rest("POST", "user_predictions", { user_id: user[0], match_id: match[which], ...goals }),
  "predict for an account": ({ user, match }, which) => rest("POST", "user_predictions", { user_id: user[which], match_id: match[1], ...goals }),
  "predict for a subscriber": ({ subscriber, cupMatch }, which) => rest("POST", "user_predictions", { user_id: subscriber[which], match_id: cupMatch, ...goals }),
  "replace another player's prediction": ({ user, match }, which) => rest("POST", "user_predictions?on_conflict=user_id,match_id", { user_id: user[0], match_id: match[which], ...goals }, MERGE),
  "add another player's prediction unless there is one": ({ user, match }, which) => rest("POST", "user_predictions?on_conflict=user_id,match_id", { user_id: user[0], match_id: match[which], ...goals }, IGNORE),
  "change a prediction": ({ prediction }, which) => rest("PATCH", `user_predictions?id=eq.${prediction[which]}`, goals, COUNT),
  "delete a prediction": ({ prediction }, which) => rest("DELETE", `user_predictions?id=eq.${prediction[which]}`, undefined, COUNT),
  "read a prediction": ({ prediction }, which) => rest("GET", `user_predictions?id=eq.${prediction[which]}`, undefined, { prefer: "count=planned" }),
  "read predictions of a match": ({ match }, which) => rest("GET", `matches?select=user_predictions(*),prediction_changes(*)&id=eq.${match[which]}`, undefined, { prefer: "count=estimated" }),
  "read a change by its score": ({ user }, which) => rest("GET", `prediction_changes?user_id=eq.${user[which]}&home_prediction=eq.1`),
  "call match_predictions": ({ match }, which) => rest("POST", "rpc/match_predictions", { _match_id: match[which] }),
  "call match_splits": ({ match }, which) => rest("POST", "rpc/match_splits", { _match_ids: [match[which]] }),
  "call player_predictions": ({ user }, which) => rest("POST", "rpc/player_predictions", { _user_id: user[which] }),
  "call has_role": ({ admin }, which) => rest("POST", "rpc/has_role", { _user_id: admin[which], _role: "admin" }),
  "call get_prediction_completion_for_users": ({ subscriber }, which) => rest("POST", "rpc/get_prediction_completion_for_users", { user_ids: [subscriber[which]] }),
  "call delete_user_prediction": ({ prediction }, which) => rest("POST", "rpc/delete_user_prediction", { _prediction_id: prediction[which] }),
  "call revoke_plan_code": ({ code }, which) => rest("POST", "rpc/revoke_plan_code", { code: code[which] }),
  "call end_subscription": ({ subscriber }, which) => rest("POST", "rpc/end_subscription", { _user_id: subscriber[which], _type: "fa_cup" }),
  "call phone_lookup": ({ phone }, which) => rest("POST", "rpc/phone_lookup", { _phone: phone[which], _address: "192.0.2.1" }),
  "call before_user_created": ({ phone }, which) => rest("POST", "rpc/before_user_created", { event: { user: { phone: phone[which] } } }),
  "change a profile": ({ user }, which) => rest("PATCH", `profiles?id=eq.${user[which]}`, { full_name: "Other Name" }, COUNT),
  "find a profile by phone": ({ phone }, which) => rest("GET", `profiles?phone_number=eq.${encodeURIComponent(phone[which])}`, undefined, { prefer: "count=planned" }),
  "add a profile": ({ user }, which) => rest("POST", "profiles", { id: user[which] }),
  "take a phone number": ({ phone }, which) => rest("PATCH", "profiles?id=not.is.null", { phone_number: phone[which] }),
  "add a role": ({ admin }, which) => rest("POST", "user_roles", { user_id: admin[which], role: "admin" }),
  "find a code": ({ code }, which) => rest("GET", `plan_codes?code=eq.${code[which]}`, undefined, { prefer: "count=estimated" }),
  "add a code": ({ code }, which) => rest("POST", "plan_codes", { code: code[which], plan_type: "fa_cup", expires_at: daysFromNow(9) }),
  "add a code unless there is one": ({ code }, which) => rest("POST", "plan_codes?on_conflict=code", { code: code[which], plan_type: "fa_cup", expires_at: daysFromNow(9) }, IGNORE),
  "delete a code": ({ code }, which) => rest("DELETE", `plan_codes?code=eq.${code[which]}`, undefined, COUNT),
  "find a subscription": ({ subscriber }, which) => rest("GET", `subscriptions?user_id=eq.${subscriber[which]}`, undefined, { prefer: "count=planned" }),
  "add a subscription": ({ subscriber }, which) => rest("POST", "subscriptions", { user_id: subscriber[which], subscription_type: "fa_cup", expires_at: daysFromNow(9) }),
  "write a notification": ({ user }, which) => rest("POST", "notifications", { user_id: user[which], title: "x", message: "y" }),
  "call group_details": ({ group }, which) => rest("POST", "rpc/group_details", { _group_id: group[which] }),
  "call members_of_group": ({ group }, which) => rest("POST", "rpc/members_of_group", { _group_id: group[which] }),
  "call group_leaderboard": ({ group }, which) => rest("POST", "rpc/group_leaderboard", { _group_id: group[which] }),
  "call group_winners": ({ group }, which) => rest("POST", "rpc/group_winners", { _group_id: group[which] }),
  "call group_crowd": ({ group }, which) => rest("POST", "rpc/group_crowd", { _group_id: group[which] }),
  "call group_last_five": ({ group, user }, which) => rest("POST", "rpc/group_last_five", { _group_id: group[which], league: "Overall", user_ids: [user[0]] }),
  "call renew_group_code": ({ group }, which) => rest("POST", "rpc/renew_group_code", { _group_id: group[which] }),
  "call revoke_group_code": ({ group }, which) => rest("POST", "rpc/revoke_group_code", { _group_id: group[which] }),
  "call delete_group": ({ group }, which) => rest("POST", "rpc/delete_group", { _group_id: group[which] }),
  "call restore_group": ({ group }, which) => rest("POST", "rpc/restore_group", { _group_id: group[which] }),
  "call leave_group": ({ group }, which) => rest("POST", "rpc/leave_group", { _group_id: group[which] }),
  "call remove_group_member": ({ group, user }, which) => rest("POST", "rpc/remove_group_member", { _group_id: group[which], _user_id: user[0] }),
  "call hand_over_group": ({ group, user }, which) => rest("POST", "rpc/hand_over_group", { _group_id: group[which], _user_id: user[0] }),
  "call close_group": ({ group }, which) => rest("POST", "rpc/close_group", { _group_id: group[which] }),
  "read a group": ({ group }, which) => rest("GET", `groups?id=eq.${group[which]}`, undefined, { prefer: "count=planned" }),
  "read a group's members": ({ group }, which) => rest("GET", `group_members?group_id=eq.${group[which]}`, undefined, { prefer: "count=estimated" }),
  "read a group's changes": ({ group }, which) => rest("GET", `group_changes?group_id=eq.${group[which]}`),
  "add a member": ({ group, user }, which) => rest("POST", "group_members", { group_id: group[which], user_id: user[0] }),
  "upload a file": ({ object }, which) => ({ method: "POST", path: `storage/v1/object/${object[which]}`, body: new Blob(["x"]) }),
  "replace a file": ({ object }, which) => ({ method: "POST", path: `storage/v1/object/${object[which]}`, body: new Blob(["x"]), headers: { "x-upsert": "true" } }),
  "update a file": ({ object }, which) => ({ method: "PUT", path: `storage/v1/object/${object[which]}`, body: new Blob(["x"]) }),
  "download a file": ({ object }, which) => ({ method: "GET", path: `storage/v1/object/authenticated/${object[which]}` }),
  "download a public file": ({ object }, which) => ({ method: "GET", path: `storage/v1/object/public/${object[which]}` }),
  "ask about a file": ({ object }, which) => ({ method: "GET", path: `storage/v1/object/info/${object[which]}` }),
  "render a file": ({ object }, which) => ({ method: "GET", path: `storage/v1/render/image/authenticated/${object[which]}?width=9` }),
  "sign a file": ({ object }, which) => ({ method: "POST", path: `storage/v1/object/sign/${object[which]}`, body: { expiresIn: 60 } }),
  "sign an upload": ({ object }, which) => ({ method: "POST", path: `storage/v1/object/upload/sign/${object[which]}`, body: {} }),
  "move a file": ({ object }, which) => ({ method: "POST", path: "storage/v1/object/move", body: { bucketId: "hidden", sourceKey: object[which].slice(7), destinationKey: "b" } }),
  "copy a file": ({ object }, which) => ({ method: "POST", path: "storage/v1/object/copy", body: { bucketId: "hidden", sourceKey: object[which].slice(7), destinationKey: "b" } }),
  "remove a file": ({ object }, which) => ({ method: "DELETE", path: `storage/v1/object/${object[which]}` }),
  "remove files": ({ object }, which) => ({ method: "DELETE", path: "storage/v1/object/hidden", body: { prefixes: [object[which].slice(7)] } }),
  "see an account": ({ user }, which) => ({ method: "GET", path: `auth/v1/admin/users/${user[which]}` }),
  "change an account": ({ user }, which) => ({ method: "PUT", path: `auth/v1/admin/users/${user[which]}`, body: { email: "x@example.com" } }),
  "delete an account": ({ user }, which) => ({ method: "DELETE", path: `auth/v1/admin/users/${user[which]}` }),
  "invite an account": ({ email }, which) => ({ method: "POST", path: "auth/v1/invite", body: { email: email[which] } }),
  "link for an account": ({ email }, which) => ({ method: "POST", path: "auth/v1/admin/generate_link", body: { type: "recovery", email: email[which] } }),
  "recover an account": ({ email }, which) => ({ method: "POST", path: "auth/v1/recover", body: { email: email[which] } }),
  "sign in with a wrong password": ({ email }, which) => ({ method: "POST", path: "auth/v1/token?grant_type=password", body: { email: email[which], password: "Wrong1Password" } }),
  "sign in by phone with a wrong password": ({ phone }, which) => ({ method: "POST", path: "auth/v1/token?grant_type=password", body: { phone: phone[which], password: "Wrong1Password" } }),
  "verify a wrong code": ({ email }, which) => ({ method: "POST", path: "auth/v1/verify", body: { type: "email", email: email[which], token: "123456" } }),
  "resend a confirmation": ({ email }, which) => ({ method: "POST", path: "auth/v1/resend", body: { type: "signup", email: email[which] } }),
  "challenge a factor": ({ factor }, which) => ({ method: "POST", path: `auth/v1/factors/${factor[which]}/challenge`, body: {} }),
  "verify a factor": ({ factor }, which) => ({ method: "POST", path: `auth/v1/factors/${factor[which]}/verify`, body: { challenge_id: factor[1], code: "123456" } }),
  "remove a factor": ({ factor }, which) => ({ method: "DELETE", path: `auth/v1/factors/${factor[which]}` }),
  "delete-user": ({ user }, which) => ({ method: "POST", path: "functions/v1/delete-user", body: { userId: user[which] } }),
  "recover-by-phone": ({ phone }, which) => ({ method: "POST", path: "functions/v1/recover-by-phone", body: { phone: phone[which] } }),
  "set-temporary-password": ({ user }, which) => ({ method: "POST", path: "functions/v1/set-temporary-password", body: { userId: user[which] } }),
  "admin-reset-password": ({ email }, which) => ({ method: "POST", path: "functions/v1/admin-reset-password", body: { email: email[which] } }),
};

describe("hidden rows", () => {
  let matrix: Matrix;
  let host: Host;
  let hidden: Hidden;
  beforeAll(async () => {
    host = await startHost();
    matrix = await createMatrix(host);
    hidden = await createHidden(matrix);
  });
  afterAll(() => host.stop());

  /** The response, without the ids and names that the request contains, and without times. */
  async function shown(caller: Caller, probe: Probe, which: 0 | 1): Promise<string> {
    const { status, headers, body } = await send(host, caller, probe(hidden, which));
    const range = headers.get("content-range");
    const names = Object.values(hidden).flatMap((value) => (typeof value === "string" ? [] : [value[which]]));
    const text = JSON.stringify({ status, range, body }).replace(/\d+ seconds/, "… seconds");
    return names
      .flatMap((name) => [name, name.slice(name.indexOf("/") + 1)])
      .reduce((left, name) => left.replaceAll(name, "…"), text);
  }

  it.each(Object.entries(PROBES))("%s", async (_, probe) => {
    for (const caller of matrix.callers.filter(({ name }) => ["a visitor", "another player"].includes(name)))
      expect([caller.name, await shown(caller, probe, 0)]).toEqual([
        caller.name,
        await shown(caller, probe, 1),
      ]);
  });

  /** The responses to a request, as a visitor and as a player. */
  const answers = (request: Sent) =>
    Promise.all(
      matrix.callers
        .filter(({ name }) => ["a visitor", "another player"].includes(name))
        .map((caller) => send(host, caller, request)),
    );

  it.each(["", "+json", "+text", '+json; for="text/csv"; options=analyze|verbose|settings|buffers'])(
    "have no plan as application/vnd.pgrst.plan%s",
    async (format) => {
      const accept = `application/vnd.pgrst.plan${format}`;
      for (const [method, path] of [
        ["GET", "plan_codes?code=eq.1234567"],
        ["GET", "user_predictions"],
        ["POST", "rpc/leaderboard"],
        ["PATCH", "profiles?id=not.is.null"],
      ] as const)
        for (const { status } of await answers(
          rest(method, path, method === "GET" ? undefined : {}, { accept }),
        ))
          expect([path, status]).toEqual([path, 406]);
    },
  );

  it("are not counted by statistics, catalogs and other schemas", async () => {
    for (const name of ["pg_stats", "pg_class", "pg_stat_user_tables", "pg_stat_activity", "pg_settings"])
      for (const { status } of await answers(rest("GET", name))) expect([name, status]).toEqual([name, 404]);
    for (const name of [
      "pg_stat_get_live_tuples",
      "pg_relation_size",
      "pg_read_file",
      "query_to_xml",
      "set_config",
    ])
      for (const { status } of await answers(rest("POST", `rpc/${name}`, {})))
        expect([name, status]).toEqual([name, 404]);
    for (const schema of [
      "pg_catalog",
      "information_schema",
      "private",
      "auth",
      "storage",
      "realtime",
      "host",
    ])
      for (const { status } of await answers(rest("GET", "users", undefined, { "accept-profile": schema })))
        expect([schema, status]).toEqual([schema, 406]);
  });
});

async function createHidden(matrix: Matrix): Promise<Hidden> {
  const { world } = matrix;
  const { host, player, other, admin } = world;
  await aSubscription(world);
  const { id: prediction, match } = await aPrediction(world, "open");
  const phone = "+23052512345";
  const { error } = await host.secret.auth.admin.updateUserById(player.id, { phone, phone_confirm: true });
  if (error) throw error;
  const bucket = await host.secret.storage.createBucket("hidden");
  if (bucket.error) throw bucket.error;
  const stored = await host.secret.storage.from("hidden").upload("a.txt", new Blob(["x"]));
  if (stored.error) throw stored.error;
  const factor = await player.api.auth.mfa.enroll({ factorType: "totp" });
  const nobody = randomUUID();
  const someone = await host.person("Without Subscription");
  return {
    user: [player.id, nobody],
    admin: [admin.id, other.id],
    email: [player.email, "nobody@example.com"],
    phone: [phone, "+23052512346"],
    prediction: [prediction, randomUUID()],
    match: [match, await aMatch(world)],
    subscriber: [player.id, someone.id],
    cupMatch: await aMatch(world, "FA Cup"),
    code: [await aCode(world), "1000001"],
    group: [await aGroup(world), randomUUID()],
    object: ["hidden/a.txt", "hidden/b.txt"],
    factor: [factor.data?.id ?? "", randomUUID()],
  };
}
