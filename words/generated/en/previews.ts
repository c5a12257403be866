// Written by `npm run generate` from words/en/previews.json. Do not edit.
import type { Word } from "../../rules.ts";
import { isOne, number } from "./language.ts";
export const invitesYou = ({ name, group }: { name: Word; group: Word }): string => `${name} invites you to ${group}`;
export const predictAndCompare = ({ members }: { members: number }): string => `${isOne(members) ? `${number(members)} member` : `${number(members)} members`}. Predict scores and compare your points.`;
export const ticketFor = ({ competition }: { competition: Word }): string => `Your ${competition} ticket`;
export const useTheTicket: string = "Open it, register or sign in, and predict the matches. It can be used once.";
export const matchdayOf = ({ round, competition }: { round: Word; competition: Word }): string => `${round}, ${competition}`;
export const whoLeadsTheMatchday: string = "Who leads this matchday, and how you did.";
export const monthOf = ({ month, year }: { month: Word; year: Word }): string => `Leaderboard of ${month} ${year}`;
export const whoLeadsTheMonth: string = "Who leads this month, and how you did.";
export const honoursSoFar = ({ matchdays, months }: { matchdays: number; months: number }): string => `The winners of ${isOne(matchdays) ? `${number(matchdays)} matchday` : `${number(matchdays)} matchdays`} and ${isOne(months) ? `${number(months)} month` : `${number(months)} months`}, the champions and the records.`;
export const match = ({ home, away }: { home: Word; away: Word }): string => `${home} v ${away}`;
export const predictTheMatch = ({ competition }: { competition: Word }): string => `${competition}. Predict the score before it locks.`;
