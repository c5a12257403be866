import type { Club } from "./club.ts";
import { daysFromNow } from "./club.ts";
import { addMatch, addPlayer, complete, must, predict } from "./club-data.ts";

/**
 * A small season 2024/25 of the Premier League: two members with subscriptions and two scored picks each, two results, two
 * matches that are not played, and a code that nobody used.
 */
export async function addSeason(club: Club): Promise<void> {
  const members = [
    await addPlayer(club, "Pia Player", "pia@example.com"),
    await addPlayer(club, "Quentin Player", "quentin@example.com", false),
  ];
  const expires = `${daysFromNow(20)}T12:00:00Z`;
  const type = "premier_league";
  await must(
    club.secret
      .from("subscriptions")
      .insert(members.map((user_id) => ({ user_id, subscription_type: type, expires_at: expires }))),
  );
  await must(
    club.secret.from("plan_codes").insert({ code: "1234567", plan_type: type, expires_at: expires }),
  );
  const games = [
    ["Leeds", "Hull"],
    ["Derby", "Bury"],
    ["Luton", "Stoke"],
    ["York", "Reading"],
  ] as const;
  const ids: string[] = [];
  for (const [home_team_name, away_team_name] of games)
    ids.push(
      await addMatch(club, {
        home_team_name,
        away_team_name,
        match_date: daysFromNow(2),
        league: "Premier League",
        season: "2024/25",
        round: "Matchday 1",
      }),
    );
  const [first = "", second = ""] = ids;
  for (const member of members) {
    await predict(club, member, first, member === members[0] ? [2, 1] : [0, 0]);
    await predict(club, member, second, [1, 0]);
  }
  await complete(club, first, [2, 1]);
  await complete(club, second, [3, 0]);
}
