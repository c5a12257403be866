// Written by `npm run generate` from words/mfe/previews.po. Do not edit.
import type { Word } from "../../rules.ts";
import { choose, number } from "./language.ts";
export const invitesYou = ({ name, group }: { name: Word; group: Word }): string => `${name} invit ou dan ${group}`;
export const predictAndCompare = ({ members }: { members: number }): string => `${choose(members, { one: `${number(members)} manb`, other: `${number(members)} manb` })}. Predir bann skor ek konpar ou bann pwin.`;
