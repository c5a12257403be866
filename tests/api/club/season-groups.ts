/** Two groups in the season of season.sweep.test.ts, of which one counts points from joining, with members who join and leave midway. */
import { expect } from "vitest";
import { runSql } from "../../engines/run-sql.ts";
import type { Host, Person } from "../support/host.ts";
import {
  countedInGroup,
  crowdOf,
  type Game,
  lastFiveOf,
  type Predictions,
  standingsOf,
  winnersOf,
} from "./season-oracle.ts";

type Kind = "season" | "joining";
const KINDS: readonly Kind[] = ["season", "joining"];

/** The members are in each group since the day in the map. */
export interface SeasonGroups {
  owner: Person;
  ids: Record<Kind, string>;
  members: Record<Kind, Map<string, string>>;
  createdOn: string;
}

/** Groups with two thirds of the players, who join on days all over the season. The owner has no predictions. */
export async function makeGroups(
  host: Host,
  owner: Person,
  players: readonly string[],
  games: readonly Game[],
): Promise<SeasonGroups> {
  const dates = games.map(({ date }) => date).sort();
  const createdOn = dates[Math.floor(dates.length / 4)] ?? "";
  const groups: SeasonGroups = {
    owner,
    ids: { season: "", joining: "" },
    members: { season: new Map(), joining: new Map() },
    createdOn,
  };
  for (const kind of KINDS) {
    groups.ids[kind] = await created(owner, kind);
    groups.members[kind].set(owner.id, dates[0] ?? "");
    for (const [at, player] of players.entries())
      if (at % 3 !== 0) groups.members[kind].set(player, dates[(at * 37) % dates.length] ?? "");
    await join(host, groups, kind, [...groups.members[kind].keys()]);
  }
  await runSql(
    host.databaseUrl,
    `update public.groups set created_at = '${createdOn} 12:00+04' where owner_id = '${owner.id}'`,
  );
  return groups;
}

/** Midway some members leave, half of them join again later, and others join, on the day of the last match and after it. */
export async function changeMembers(
  host: Host,
  groups: SeasonGroups,
  players: readonly string[],
  today: string,
): Promise<void> {
  for (const kind of KINDS) {
    const members = groups.members[kind];
    const leaving = players.filter((player, at) => at % 5 === 1 && members.has(player));
    for (const player of leaving) members.delete(player);
    await runSql(
      host.databaseUrl,
      `delete from public.group_members where group_id = '${groups.ids[kind]}' and user_id in (${listed(leaving)})`,
    );
    const joining = players.filter((player, at) => (at % 10 === 1 || at % 6 === 0) && !members.has(player));
    for (const [at, player] of joining.entries())
      members.set(player, at % 2 === 0 ? today : `${today.slice(0, 7)}-28`);
    await join(host, groups, kind, joining);
  }
}

async function created(owner: Person, kind: Kind): Promise<string> {
  return answer(
    owner.api.rpc("create_group", {
      _name: `Group ${kind}`,
      _first_colour: "#000000",
      _second_colour: "#ffffff",
      _counts_from_joining: kind === "joining",
    }),
  );
}

/** Adds members as join_group() does, with their days. */
async function join(host: Host, groups: SeasonGroups, kind: Kind, players: readonly string[]): Promise<void> {
  const id = groups.ids[kind];
  const rows = players.map((player) => `('${id}', '${player}', '${groups.members[kind].get(player)}')`);
  await runSql(
    host.databaseUrl,
    `begin; select private.lock_totals();
     insert into public.group_members (group_id, user_id, joined_on) values ${rows.join(",")}
       on conflict (group_id, user_id) do update set joined_on = excluded.joined_on;
     select private.refresh_group_baselines(array[${listed(players)}]::uuid[], '${id}'); commit`,
  );
}

function listed(players: readonly string[]): string {
  return players.map((player) => `'${player}'`).join(",");
}

/** Compares what members read of the groups with what the games and predictions say. Returns the number of wins. */
export async function compareGroups(
  groups: SeasonGroups,
  games: readonly Game[],
  predictions: Predictions,
  questionPoints: (league: string) => ReadonlyMap<string, number>,
): Promise<number> {
  const { api } = groups.owner;
  let wins = 0;
  for (const kind of KINDS) {
    const _group_id = groups.ids[kind];
    const members = new Map(
      [...groups.members[kind]].map(([member, day]) => [member, kind === "joining" ? day : null]),
    );
    const counted = countedInGroup(games, predictions, members);
    for (const league of ["Overall", "Premier League"]) {
      const rows = await answer(api.rpc("group_leaderboard", { _group_id, league, page_limit: 500 }));
      const found = rows
        .map(({ full_name: _name, previous_rank: _rank, ...row }) => row)
        .sort((a, b) => ((a.user_id ?? "") < (b.user_id ?? "") ? -1 : 1));
      const listedIn = new Map([...counted].filter(([id]) => league === "Overall" || id !== groups.owner.id));
      expect(found, `${kind} ${league}`).toEqual(
        // The questions locked before all joined.
        standingsOf(games, listedIn, league, kind === "joining" ? new Map() : questionPoints(league)),
      );
      const since = kind === "joining" ? groups.createdOn : "";
      expect(
        await answer(api.rpc("group_crowd", { _group_id, league })),
        `crowd of ${kind} ${league}`,
      ).toEqual(
        crowdOf(
          games.filter(({ date }) => date >= since),
          predictions,
          league,
        ),
      );
    }
    const form = await answer(
      api.rpc("group_last_five", {
        _group_id,
        league: "Overall",
        user_ids: [...members.keys()].slice(0, 200),
      }),
    );
    for (const [member, since] of [...members].slice(0, 200))
      expect(
        form.filter(({ user_id: id }) => id === member).map(({ points_earned: earned }) => earned),
      ).toEqual(lastFiveOf(games, predictions.get(member) ?? new Map(), since));
    wins += await compareWinners(groups, kind, winnersOf(games, counted));
  }
  return wins;
}

/** Reads all pages. */
async function compareWinners(
  { owner, ids }: SeasonGroups,
  kind: Kind,
  expected: ReturnType<typeof winnersOf>,
): Promise<number> {
  const left = new Map(expected);
  let last: { period_id: number; last_day: string } | undefined;
  for (;;) {
    const page = await answer(
      owner.api.rpc("group_winners", {
        _group_id: ids[kind],
        last_periods: 7,
        ...(last && { before_period: last.period_id, before_day: last.last_day }),
      }),
    );
    if (page.length === 0) break;
    for (const row of page) {
      const period = row.league
        ? `${row.league} ${row.season} ${row.label}`
        : new Date(`1 ${row.label} UTC`).toISOString().slice(0, 10);
      const best = expected.get(period);
      const [first] = best ?? [];
      expect([period, row.points, row.perfect_scores, row.winners, row.my_points], kind).toEqual([
        period,
        first?.points,
        first?.perfect_scores,
        best?.length,
        null,
      ]);
      expect(best?.map(({ user_id: id }) => id)).toContain(row.user_id);
      left.delete(period);
      if (last) expect(row.last_day <= last.last_day, `${period} follows ${last.last_day}`).toBe(true);
      last = row;
    }
  }
  expect([...left.keys()], `${kind}: not listed`).toEqual([]);
  return expected.size;
}

async function answer<Data>(
  request: PromiseLike<{ data: Data; error: { message: string } | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await request;
  if (error) throw new Error(error.message);
  return data as NonNullable<Data>;
}
