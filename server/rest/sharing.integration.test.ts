import { beforeAll, expect, it } from "vitest";
import { describeRest } from "./rest-host.fixture.ts";

/** `standing` waits while a test holds the lock 7, and shows when it began. */
const FUNCTIONS = `
create function standing(of text default 'all') returns json language plpgsql stable as $$
declare began timestamptz := clock_timestamp();
begin
  perform pg_advisory_xact_lock_shared(7);
  return json_build_object('of', of, 'sub', auth.jwt() ->> 'sub', 'role', auth.role(),
    'headers', current_setting('request.headers', true), 'clubs', (select count(*) from clubs), 'began', began);
end $$;
comment on function standing(text) is '@shared';
create function all_clubs() returns setof clubs language sql stable as $$ select * from clubs $$;
comment on function all_clubs() is '@shared';
create function seen_by(clubs) returns text language sql stable as $$ select auth.jwt() ->> 'sub' $$;
create function mine() returns json language sql stable as $$
  select json_build_object('sub', auth.jwt() ->> 'sub', 'exact', 1.50) $$;
create function counts_calls() returns int language sql as $$ insert into ledger values (1) returning 1 $$;
comment on function counts_calls() is '@shared';
create function together(_calls jsonb) returns json language plpgsql stable as $$
declare answers json[] := '{}'; called jsonb;
begin
  for called in select * from jsonb_array_elements(_calls) loop
    answers := answers || case called ->> 'name' when 'mine' then public.mine()
      else public.standing(coalesce(called -> 'arguments' ->> 'of', 'all')) end;
  end loop;
  return array_to_json(answers);
end $$;
comment on function together(jsonb) is '@together A list of calls.';`;

interface Standing {
  of: string;
  sub: string | null;
  role: string;
  headers: string | null;
  clubs: number;
  began: string;
}

describeRest("functions with one answer for all", (host) => {
  const tokens: string[] = [];
  const call = async (path: string, body: object | string, token = tokens[0]) => {
    const response = await host().fetch(`rpc/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { headers: response.headers, answer: await response.json() };
  };
  const standing = async (token?: string, of = "all"): Promise<Standing> =>
    (await call("standing", { of }, token)).answer;
  /** Holds every run of `standing` until `work` is over. */
  const whileHeld = (work: () => Promise<void>) =>
    host().db.transaction(null, async (tx) => {
      await tx.query("select pg_advisory_xact_lock(7)");
      await work();
    });
  const waitingRuns = async () => {
    const [row] = await host().db.query<{ n: number }>(
      "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted",
    );
    return row?.n;
  };

  beforeAll(async () => {
    const { db, gateway } = host();
    await db.script(`set local role postgres; ${FUNCTIONS}; reset role`);
    const iat = Math.floor(Date.now() / 1000);
    for (const sub of ["ann", "bob", "cleo"])
      tokens.push(await gateway.tokens.sign({ role: "authenticated", sub, iat, exp: iat + 3600 }));
  });

  it("cannot tell who asks, only the role", async () => {
    expect(await standing()).toMatchObject({ sub: null, role: "authenticated", headers: null, of: "all" });
    expect((await host().visitor.rpc("standing")).data).toMatchObject({ sub: null, role: "anon" });
    const byAddress = await host().fetch("rpc/standing?of=x");
    expect(await byAddress.json()).toMatchObject({ sub: null, of: "x" });
  });

  it("are asked once for all who wait, and know what happened before each of them asked", async () => {
    let first: Promise<Standing> | undefined;
    let waiting: Promise<Standing>[] = [];
    let visitors: Promise<Standing> | undefined;
    await whileHeld(async () => {
      first = standing();
      await expect.poll(waitingRuns).toBe(1);
      await host().db.query("insert into public.clubs values (4, 'Wanderers')");
      waiting = Array.from({ length: 30 }, (_, n) => standing(tokens[n % 3]));
      visitors = Promise.resolve(host().visitor.rpc("standing")).then(({ data }) => data);
      await expect.poll(waitingRuns).toBe(2);
    });
    expect(await first).toMatchObject({ clubs: 3 });
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map(({ clubs }) => clubs))).toEqual(new Set([4]));
    expect(new Set(answers.map(({ began }) => began)).size).toBe(1);
    expect(await visitors).toMatchObject({ role: "anon" });
  });

  it("have an answer for each list of arguments", async () => {
    const answers = await Promise.all(["a", "b", "a"].map((of) => standing(tokens[0], of)));
    expect(answers.map(({ of }) => of)).toEqual(["a", "b", "a"]);
  });

  it("are part of a list beside the caller's own, in their order", async () => {
    const _calls = [{ name: "standing" }, { name: "mine" }, { name: "standing", arguments: { of: "x" } }];
    const answers = await Promise.all(tokens.map((token) => call("together", { _calls }, token)));
    for (const [n, { answer, headers }] of answers.entries()) {
      const sub = ["ann", "bob", "cleo"][n];
      expect(answer).toMatchObject([{ of: "all", sub: null }, { sub }, { of: "x", sub: null }]);
      expect(Number(headers.get("x-included"))).toBeGreaterThan(0);
    }
    const own = await call("together", { _calls: [{ name: "mine" }] });
    expect(own.answer).toMatchObject([{ sub: "ann" }]);
    const shared = await call("together", { _calls: [{ name: "standing" }] });
    expect(shared.answer).toMatchObject([{ sub: null }]);
    expect((await call("together", { _calls: [] })).answer).toEqual([]);
  });

  it("get the arguments as they are written", async () => {
    const calls = '[{"name":"mine"},{"name":"standing","arguments":{"of":9007199254740993}}]';
    const { answer } = await call("together", `{ "_calls" : ${calls} }`);
    expect(answer).toMatchObject([{ sub: "ann" }, { of: "9007199254740993" }]);
  });

  it("say what both parts of a list include, if the shared one is older", async () => {
    const _calls = [{ name: "standing" }, { name: "mine" }];
    let old: ReturnType<typeof call> | undefined;
    await whileHeld(async () => {
      old = call("together", { _calls });
      await expect.poll(waitingRuns).toBe(1);
      await host().db.query("insert into public.clubs values (4, 'Wanderers')");
    });
    const included = async (asked: ReturnType<typeof call> | undefined) =>
      Number((await asked)?.headers.get("x-included"));
    expect(await included(old)).toBeLessThan(await included(call("together", { _calls })));
  });

  it("have more than their rows from the caller: computed columns and other tables", async () => {
    const seen = async (query: string) => (await host().fetch(`rpc/all_clubs?${query}&limit=1`)).json();
    expect(await seen("select=seen_by")).toEqual([{ seen_by: "ann" }]);
    expect(await seen("seen_by=eq.ann&select=id")).toHaveLength(1);
  });

  it("are run for each call if they write", async () => {
    await Promise.all([1, 2, 3].map(() => call("counts_calls", {})));
    const [row] = await host().db.query<{ n: number }>("select count(*)::int as n from public.ledger");
    expect(row?.n).toBe(3);
  });

  it("answer a list that is none as without sharing", async () => {
    const refused = await call("together", { _calls: "standing" });
    expect(refused.answer).toMatchObject({ code: "22023" });
    expect((await call("together", {})).answer).toMatchObject({ code: "PGRST202" });
  });
});
