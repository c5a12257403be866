// Written by `npm run generate` from words/fr/previews.po. Do not edit.
import type { Word } from "../../rules.ts";
import { isOne, number } from "./language.ts";
export const invitesYou = ({ name, group }: { name: Word; group: Word }): string => `${name} vous invite dans ${group}`;
export const predictAndCompare = ({ members }: { members: number }): string => `${isOne(members) ? `${number(members)} membre` : `${number(members)} membres`}. Pronostiquez les scores et comparez vos points.`;
