/** Edits at the same time: what a call has seen or chosen is compared again after it waited for another one. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, DatabaseError } from "../../server/database/database.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";
import { eventually } from "../eventually.ts";

type Session = Pick<Database, "query">;

let db: Database;
let admin: string;

beforeAll(async () => {
  db = await openTestDatabase("migrated");
  admin = await aPlayer("Olga");
  await db.query("insert into public.user_roles (user_id, role) values ($1::uuid, 'admin')", [admin]);
});
afterAll(() => db.close());

async function aPlayer(name: string): Promise<string> {
  const [made] = await db.query<{ id: string }>(
    `insert into auth.users (id, email, raw_user_meta_data) select i, i || '@example.com',
       jsonb_build_object('full_name', $1::text) from gen_random_uuid() i returning id`,
    [name],
  );
  return made?.id ?? "";
}

/** Calls as the user in one transaction; resolves to `done` or the error code. */
function callAs(user: string, statement: string, lockTimeout?: string): Promise<string> {
  return endOf(
    db.transaction(null, async (tx) => {
      if (lockTimeout) await tx.query("select set_config('lock_timeout', $1, true)", [lockTimeout]);
      await actAs(tx, user);
      await tx.query(statement);
    }),
  );
}

async function actAs(tx: Session, user: string): Promise<void> {
  const claims = JSON.stringify({ sub: user, role: "authenticated" });
  await tx.query(
    "select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)",
    [claims],
  );
}

const endOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof DatabaseError ? error.code : String(error)),
  );

/** Resolves when another connection to this database waits for a lock. */
async function aWaitingCall(tx: Session): Promise<void> {
  await eventually(async () => {
    const rows = await tx.query(
      `select from pg_locks waiting where not granted and exists (
         select from pg_locks held join pg_database on pg_database.oid = held.database
          where held.pid = waiting.pid and datname = current_database())`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });
}

/** Runs `first` in a transaction that is still open when `second` starts to wait for it; resolves to the end of `second`. */
async function duringOpen(first: (tx: Session) => Promise<unknown>, second: () => Promise<string>) {
  let end: Promise<string> = Promise.resolve("");
  await db.transaction(null, async (tx) => {
    await first(tx);
    end = second();
    await aWaitingCall(tx);
  });
  return await end;
}

describe("two admins", () => {
  beforeEach(async () => {
    await db.script(`delete from public.admin_settings; delete from public.matches;
      insert into public.teams (name) values ('Arsenal'), ('Chelsea') on conflict do nothing;
      insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, round)
      values ('Arsenal', 'Chelsea', current_date - 1, '15:00', 'Friendly Club', 'Final')`);
  });

  const result = (home: number) => `select public.complete_matches(jsonb_build_array(jsonb_build_object(
    'id', m.id, 'home_score', ${home}, 'away_score', 0,
    'seen', '{"is_completed": false, "home_score": null, "away_score": null}'::jsonb))) from public.matches m`;
  const round = (name: string) => `select public.change_row('matches', m.id,
    '{"round": "${name}"}', '{"round": "Final"}') from public.matches m`;
  const added = (hours: string) =>
    `select public.save_settings('{"quiet_hours": "${hours}"}', '{"quiet_hours": null}')`;

  it.each([
    ["the result of a match", result(1), result(2)],
    ["a match", round("Semi-final"), round("Quarter-final")],
    ["a setting that did not exist", added("22:00-07:00"), added("23:00-07:00")],
  ])("who save %s at the same time do not replace each other's values", async (_, first, second) => {
    const end = await duringOpen(
      async (tx) => {
        await actAs(tx, admin);
        await tx.query(first);
        await tx.query("reset role");
      },
      () => callAs(admin, second),
    );
    expect(end).toBe("SL016");
    const [saved] =
      await db.query(`select home_score, round, (select setting_value from public.admin_settings)
      from public.matches`);
    expect([
      { home_score: 1, round: "Final", setting_value: null },
      { home_score: null, round: "Semi-final", setting_value: null },
      { home_score: null, round: "Final", setting_value: "22:00-07:00" },
    ]).toContainEqual(saved);
  });
});

describe("a request that is sent again before the first one ends", () => {
  const KEY = "3f6c1e0a-5f0b-4d3c-9a41-5be1f6c0a001";
  const calls = [
    ["one code", `public.generate_plan_code('fa_cup', current_date + 9, '${KEY}')`, "plan_codes", 1],
    ["codes", `public.generate_plan_codes('fa_cup', current_date + 9, 3, '${KEY}')`, "plan_codes", 3],
    ["a group", `public.create_group('Friday five', '#0b4f9e', '#f2d13c', false, '${KEY}')`, "groups", 1],
    [
      "a snapshot",
      `public.create_predictions_snapshot('Before', null, '${KEY}')`,
      "predictions_snapshots",
      1,
    ],
  ] as const;
  beforeEach(() =>
    db.script(`delete from private.request_results; delete from public.groups; delete from public.plan_codes;
      delete from public.predictions_snapshots`),
  );

  it.each(calls)("waits for it and adds nothing: %s", async (_, call, table, rows) => {
    const end = await duringOpen(
      async (tx) => {
        await actAs(tx, admin);
        await tx.query(`select ${call}`);
        await tx.query("reset role");
      },
      () => callAs(admin, `select ${call}`),
    );
    expect(end).toBe("done");
    expect(await db.query(`select id from public.${table}`)).toHaveLength(rows);
  });
});

describe("a group", () => {
  let owner: string;
  let heir: string;
  let next: string;
  let group: string;

  beforeEach(async () => {
    [owner, heir, next] = [await aPlayer("Amina"), await aPlayer("Ben"), await aPlayer("Cara")];
    const [made] = await db.query<{ id: string }>(
      `insert into public.groups (name, first_colour, second_colour, owner_id)
       values ('Friday five', '#000000', '#ffffff', $1::uuid) returning id`,
      [owner],
    );
    group = made?.id ?? "";
    await db.query(
      `insert into public.group_members (group_id, user_id, joined_at)
       select $1::uuid, u.id::uuid, now() + u.place * interval '1 minute'
         from jsonb_array_elements_text($2::jsonb) with ordinality u (id, place)`,
      [group, JSON.stringify([owner, heir, next])],
    );
  });

  const deletion = (user: string) => `delete from auth.users where id = '${user}'`;

  it.each([
    ["leaves", () => `select public.leave_group('${group}')`, () => heir],
    ["is removed", () => `select public.remove_group_member('${group}', '${heir}')`, () => owner],
    ["deletes the account", () => deletion(heir), () => null],
  ])(
    "gets an owner who is a member when the heir %s while the owner's account is deleted",
    async (_, act, by) => {
      const end = await duringOpen(
        async (tx) => {
          const user = by();
          if (user) await actAs(tx, user);
          await tx.query(act());
          await tx.query("reset role");
        },
        () => endOf(db.transaction(null, (tx) => tx.query(deletion(owner)))),
      );
      expect(end).toBe("done");
      expect(await db.query("select owner_id from public.groups where id = $1::uuid", [group])).toEqual([
        { owner_id: next },
      ]);
    },
  );

  it("has no member who makes scoring or another player's calls wait", async () => {
    const change = `select public.update_group('${group}', 'Mine', '#000000', '#ffffff', false)`;
    const give = `select public.hand_over_group('${group}', '${next}')`;
    await db.transaction(null, async (tx) => {
      await tx.query("select private.lock_totals(), private.lock_groups_of($1::uuid)", [next]);
      await tx.query("select from public.groups where id = $1::uuid for update", [group]);
      expect([await callAs(heir, change, "1ms"), await callAs(heir, give, "1ms")]).toEqual([
        "42501",
        "42501",
      ]);
    });
  });
});

describe("a member", () => {
  /** What a function gets for its parameters, by type; null for other types. */
  const KNOWN: Readonly<Record<string, string>> = {
    uuid: "gen_random_uuid()",
    "uuid[]": "array[gen_random_uuid()]",
  };

  it("is refused by every function before it waits for a lock", async () => {
    const member = await aPlayer("Dina");
    const functions = await db.query<{ name: string; types: string }>(
      `select p.proname as name, array_to_string(array(select format_type(t, null) from unnest(p.proargtypes) t), ';') as types
         from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
          and has_function_privilege('authenticated', p.oid, 'execute')
          and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype) order by 1`,
    );
    expect(functions.length).toBeGreaterThan(100);
    const calls = functions.map(({ name, types }) => ({
      name,
      call: `select * from public.${name}(${types
        .split(";")
        .filter(Boolean)
        .map((type) => `${KNOWN[type] ?? "null"}::${type}`)
        .join(", ")})`,
    }));
    const ends = async (): Promise<Record<string, string>> => {
      const found: Record<string, string> = {};
      for (const { name, call } of calls) found[name] = await callAs(member, call, "1ms");
      return found;
    };
    const free = await ends();
    // leave_group() looks for the group among the rows that it locks, which are those of the member's own groups.
    const refused = Object.entries(free).filter(
      ([name, end]) => /^(SL003|42501|PT404)$/.test(end) && name !== "leave_group",
    );
    expect(refused.length).toBeGreaterThan(60);
    await db.transaction(null, async (tx) => {
      // Reading is possible; writing and locking rows waits.
      const tables = await tx.query<{ name: string }>(
        "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)",
      );
      await tx.query(`lock table ${tables.map(({ name }) => name).join(", ")} in exclusive mode`);
      const locked = await ends();
      expect(Object.fromEntries(refused.map(([name]) => [name, locked[name]]))).toEqual(
        Object.fromEntries(refused),
      );
    });
  });
});
