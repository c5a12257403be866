// Written by `npm run generate` from words/fr/previews.po. Do not edit.
import type { Word } from "../../rules.ts";
import { isOne, number, elide } from "./language.ts";
export const invitesYou = ({ name, group }: { name: Word; group: Word }): string => `${name} vous invite dans ${group}`;
export const predictAndCompare = ({ members }: { members: number }): string => `${isOne(members) ? `${number(members)} membre` : `${number(members)} membres`}. Pronostiquez les scores et comparez vos points.`;
export const ticketFor = ({ competition }: { competition: Word }): string => `Votre billet ${competition}`;
export const useTheTicket: string = "Ouvrez-le, inscrivez-vous ou connectez-vous, et pronostiquez les matchs. Il ne sert qu’une fois.";
export const matchdayOf = ({ round, competition }: { round: Word; competition: Word }): string => `${round}, ${competition}`;
export const whoLeadsTheMatchday: string = "Qui mène cette journée, et où vous en êtes.";
export const monthOf = ({ month, year }: { month: Word; year: Word }): string => `Classement : ${month} ${year}`;
export const whoLeadsTheMonth: string = "Qui mène ce mois-ci, et où vous en êtes.";
export const honoursSoFar = ({ matchdays, months }: { matchdays: number; months: number }): string => `Les gagnants de ${isOne(matchdays) ? `${number(matchdays)} journée` : `${number(matchdays)} journées`} et ${elide("de", months)} mois, les champions et les records.`;
export const match = ({ home, away }: { home: Word; away: Word }): string => `${home} – ${away}`;
export const predictTheMatch = ({ competition }: { competition: Word }): string => `${competition}. Pronostiquez le score avant le verrouillage.`;
