// A copy of words/generated/mfe/share-picture.ts, written by `npm run words`. Do not edit.
// Written by `npm run generate` from words/mfe/share-picture.po. Do not edit.
import type { Word } from "../../rules.ts";
export const pointsBeside = ({ count }: { count: number }): string => `${"pwin"}`;
export const points = ({ count }: { count: number }): string => `${count} pwin`;
export const rankOf = ({ rank, players }: { rank: number; players: Word }): string => `${rank} lor ${players}`;
export const moreWithPoints = ({ count, points }: { count: number; points: Word }): string => `ek ${count} lezot match, +${points}`;
export const moreWithoutPoints = ({ count }: { count: number }): string => `ek ${count} lezot match san pwin`;
export const perfectScore: string = "Skor exak!";
export const fullTime: string = "Match fini";
export const live: string = "An direk";
export const locked: string = "Ferme. Nepli kapav sanze.";
export const pickOf = ({ name }: { name: Word }): string => `Prediksion ${name}`;
export const doubleOf = ({ name }: { name: Word }): string => `Doub ${name}`;
export const pickAndPoints = ({ pick, score, points }: { pick: Word; score: Word; points: Word }): string => `${pick}: ${score}, ${points}`;
export const likeNobody = ({ pick }: { pick: Word }): string => `${pick}, kouma okenn lot dimounn`;
export const likeOthers = ({ pick, same, players }: { pick: Word; same: Word; players: Word }): string => `${pick}, kouma ${same} lor ${players}`;
export const draw = ({ percent }: { percent: Word }): string => `${percent}% nil`;
export const invitesYou = ({ name }: { name: Word }): string => `${name} invit ou`;
export const members = ({ count }: { count: number }): string => `${count} manb`;
export const canYouBeatUs: string = "Ou kapav bat nou?";
export const firstOf = ({ players }: { players: Word }): string => `premie lor ${players}`;
export const afterMatches = ({ matches, players }: { matches: number; players: number }): string => `Apre ${matches} match. ${players} zwer.`;
export const theTopTen: string = "Dis premie";
export const dayOfMatch = ({ weekday, day, month }: { weekday: Word; day: Word; month: Word }): string => `${weekday} ${day} ${month}`;
export const monthOfYear = ({ month, year }: { month: Word; year: Word }): string => `${month} ${year}`;
export const champion: string = "Sanpion";
export const winner: string = "Gagnan";
export const allCompetitions: string = "tou konpetision";
