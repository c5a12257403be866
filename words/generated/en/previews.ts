// Written by `npm run generate` from words/en/previews.json. Do not edit.
import type { Word } from "../../rules.ts";
import { isOne, number } from "./language.ts";
export const invitesYou = ({ name, group }: { name: Word; group: Word }): string => `${name} invites you to ${group}`;
export const predictAndCompare = ({ members }: { members: number }): string => `${isOne(members) ? `${number(members)} member` : `${number(members)} members`}. Predict scores and compare your points.`;
