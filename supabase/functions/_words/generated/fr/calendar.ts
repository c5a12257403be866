// A copy of words/generated/fr/calendar.ts, written by `npm run words`. Do not edit.
// Written by `npm run generate` from words/fr/calendar.po. Do not edit.
import type { Word } from "../../rules.ts";
export const name: string = "Matchs à pronostiquer";
export const fixture = ({ home, away }: { home: Word; away: Word }): string => `${home} – ${away}`;
export const cancelled: string = "Annulé : aucun point n’est attribué.";
export const picksClose: string = "Les pronostics ferment au coup d’envoi.";
export const timeToBeConfirmed: string = "L’heure du coup d’envoi reste à confirmer.";
export const postponedFixture = ({ home, away }: { home: Word; away: Word }): string => `${home} – ${away} (reporté)`;
export const postponed: string = "Reporté : il n’y a pas encore de nouvelle date.";
