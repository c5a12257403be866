// Written by `npm run generate` from words/en/calendar.json. Do not edit.
import type { Word } from "../../rules.ts";
export const name: string = "Matches to predict";
export const fixture = ({ home, away }: { home: Word; away: Word }): string => `${home} v ${away}`;
export const cancelled: string = "Cancelled: no points are given.";
export const picksClose: string = "Picks close at kick-off.";
export const timeToBeConfirmed: string = "The kick-off time is to be confirmed.";
export const postponedFixture = ({ home, away }: { home: Word; away: Word }): string => `${home} v ${away} (postponed)`;
export const postponed: string = "Postponed: there is no new date yet.";
