// Written by `npm run generate` from words/fr/previews.po. Do not edit.
import type { Word } from "../../rules.ts";
import { choose, number } from "./language.ts";
export const invitesYou = ({ name, group }: { name: Word; group: Word }): string => `${name} vous invite dans ${group}`;
export const predictAndCompare = ({ members }: { members: number }): string => `${choose(members, { one: `${number(members)} membre`, other: `${number(members)} membres` })}. Pronostiquez les scores et comparez vos points.`;
