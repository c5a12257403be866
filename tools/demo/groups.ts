/** The demo's groups. Only members make and join groups, so those who do sign in with a link that is made for them. */
import type { Backend } from "../backend/connect.ts";
import type { DemoPlayer } from "./players.ts";
import { signIn } from "./sign-in.ts";

interface DemoGroup {
  name: string;
  colours: [first: string, second: string];
  /** The members by their number, the owner first. Number 0 is the demo's player. */
  members: readonly number[];
}

const GROUPS: readonly DemoGroup[] = [
  { name: "Les Éléphants de Curepipe", colours: ["#0b6b3a", "#f2b01e"], members: [0, 54, 32, 23, 11, 28] },
  {
    name: "The office, third floor",
    colours: ["#0a3f9d", "#e9eef9"],
    members: [6, 0, 3, 9, 14, 21, 33, 41, 47],
  },
];

/** Makes the groups whose owner is among the players. */
export async function addGroups(backend: Backend, players: readonly DemoPlayer[]): Promise<void> {
  for (const { name, colours, members } of GROUPS) {
    const [owner, ...others] = members.flatMap((at) => players[at] ?? []);
    if (!owner) continue;
    const ownersClub = await signIn(backend, owner.email);
    const { data: id, error } = await ownersClub.rpc("create_group", {
      _name: name,
      _first_colour: colours[0],
      _second_colour: colours[1],
    });
    const { data } = await ownersClub.rpc("group_details", { _group_id: id });
    if (error || !data?.[0]) throw new Error(`The group ${name} could not be made: ${error?.message}`);
    for (const member of others)
      await (await signIn(backend, member.email)).rpc("join_group", { _code: data[0].code });
  }
}
