// Written by `npm run generate` from words/mfe/previews.po. Do not edit.
import type { Word } from "../../rules.ts";
import { isOne, number } from "./language.ts";
export const invitesYou = ({ name, group }: { name: Word; group: Word }): string => `${name} invit ou dan ${group}`;
export const predictAndCompare = ({ members }: { members: number }): string => `${isOne(members) ? `${number(members)} manb` : `${number(members)} manb`}. Predir bann skor ek konpar ou bann pwin.`;
