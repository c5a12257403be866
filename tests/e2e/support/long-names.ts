/** Names of the greatest length: one word of the widest letters, and many words. */
import type { Club } from "./club.ts";
import { must } from "./club-data.ts";

/** The widest letter 100 times, with the last letters of the number, so that each name is another one. */
function oneWord(at: number): string {
  return `${"W".repeat(98)}${String.fromCharCode(97 + (Math.floor(at / 26) % 26), 97 + (at % 26))}`;
}

function manyWords(at: number): string {
  return `${String.fromCharCode(65 + (at % 26))}${String.fromCharCode(97 + (Math.floor(at / 26) % 26))}${" Maximiliana".repeat(9)}`
    .slice(0, 100)
    .trim();
}

const nameAt = (at: number) => (at % 2 === 0 ? oneWord(at) : manyWords(at));

/** Gives the members, teams and groups of a demo the longest names that the database accepts. */
export async function giveLongNames(club: Club): Promise<void> {
  const { secret } = club;
  const profiles = (await must(secret.from("profiles").select("id").order("id"))).data ?? [];
  const teams = (await must(secret.from("teams").select("id").order("id"))).data ?? [];
  const { data: groups } = await must(secret.from("groups").select("id").order("id"));
  // Only the functions of groups write them.
  for (const [at, { id }] of (groups ?? []).entries())
    await club.sql(`update public.groups set name = '${nameAt(at).slice(-40).trim()}' where id = '${id}'`);
  const updates = [
    ...profiles.map(
      ({ id }, at) =>
        () =>
          must(
            secret
              .from("profiles")
              .update({ full_name: nameAt(at) })
              .eq("id", id),
          ),
    ),
    ...teams.map(
      ({ id }, at) =>
        () =>
          must(
            secret
              .from("teams")
              .update({ name: nameAt(at) })
              .eq("id", id),
          ),
    ),
  ];
  // One after the other in a few lines, because a host has few connections.
  const work = updates.values();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const update of work) await update();
    }),
  );
}
