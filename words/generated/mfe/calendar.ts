// Written by `npm run generate` from words/mfe/calendar.po. Do not edit.
import type { Word } from "../../rules.ts";
export const name: string = "Match pou predir";
export const fixture = ({ home, away }: { home: Word; away: Word }): string => `${home} – ${away}`;
export const cancelled: string = "Anile: pena pwin.";
export const picksClose: string = "Prediksion ferme kan match koumanse.";
export const timeToBeConfirmed: string = "Ler koumansman match pou konfirme.";
export const postponedFixture = ({ home, away }: { home: Word; away: Word }): string => `${home} v ${away} (ranvwaye)`;
export const postponed: string = "Ranvwaye: pankor ena nouvo dat.";
