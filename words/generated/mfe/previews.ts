// Written by `npm run generate` from words/mfe/previews.po. Do not edit.
import type { Word } from "../../rules.ts";
import { isOne, number } from "./language.ts";
export const invitesYou = ({ name, group }: { name: Word; group: Word }): string => `${name} invit ou dan ${group}`;
export const predictAndCompare = ({ members }: { members: number }): string => `${isOne(members) ? `${number(members)} manb` : `${number(members)} manb`}. Predir bann skor ek konpar ou bann pwin.`;
export const ticketFor = ({ competition }: { competition: Word }): string => `Ou tiket ${competition}`;
export const useTheTicket: string = "Ouver li, anrezistre ou konekte, ek predir bann match. Li servi zis enn fwa.";
export const matchdayOf = ({ round, competition }: { round: Word; competition: Word }): string => `${round}, ${competition}`;
export const whoLeadsTheMatchday: string = "Ki an tet sa zourne-la, ek ou plas.";
export const monthOf = ({ month, year }: { month: Word; year: Word }): string => `Klasman ${month} ${year}`;
export const whoLeadsTheMonth: string = "Ki an tet sa mwa-la, ek ou plas.";
export const honoursSoFar = ({ matchdays, months }: { matchdays: number; months: number }): string => `Bann gagnan ${matchdays} zourne ek ${months} mwa, bann sanpion ek bann rekor.`;
export const match = ({ home, away }: { home: Word; away: Word }): string => `${home} – ${away}`;
export const predictTheMatch = ({ competition }: { competition: Word }): string => `${competition}. Predir skor avan li blok.`;
