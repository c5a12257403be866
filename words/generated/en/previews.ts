// Written by `npm run generate` from words/en/previews.json. Do not edit.
import type { Word } from "../../rules.ts";
import { choose, number } from "./language.ts";
export const invitesYou = ({ name, group }: { name: Word; group: Word }): string => `${name} invites you to ${group}`;
export const predictAndCompare = ({ members }: { members: number }): string => `${choose(members, { one: `${number(members)} member`, other: `${number(members)} members` })}. Predict scores and compare your points.`;
