// Written by `npm run generate` from words/mfe/to-members.po. Do not edit.
import type { Word } from "../../rules.ts";
import { number } from "./language.ts";
export const code = ({ plan, brand, code, link }: { plan: Word; brand: Word; code: Word; link: Word }): string => `Ou kod ${plan} pou ${brand}: ${code}. Servi li isi: ${link}`;
export const validUntil = ({ date }: { date: Word }): string => `Li valab ziska ${date}.`;
export const receipt = ({ number, date, amount, name, method }: { number: Word; date: Word; amount: Word; name: Word; method: "cash" | "juice" | "my_t_money" | "bank_transfer" | "other" }): string => `Resi No. ${number}, ${date}: Finn gagn Rs ${amount} ar ${name}, ${({ cash: "kas", juice: "Juice", my_t_money: "my.t money", bank_transfer: "transfer labank" } as Record<string, string>)[method] ?? "lot"}.`;
export const picksReminder = ({ name, matches, address }: { name: Word; matches: number; address: Word }): string => `Bonzour ${name}, ${`${number(matches)} match`} ankor bizin ou prediksion: ${address}`;
export const picksTitle: string = "Ou bann prediksion";
export const picksMessage = ({ matches }: { matches: number }): string => `${`${number(matches)} match`} ankor bizin ou prediksion.`;
export const paymentReminder = ({ name, brand, plans }: { name: Word; brand: Word; plans: Word }): string => `Bonzour ${name}, ${brand} pankor gagn ou peyman pou: ${plans}. Peye enn organizater, li pou avoy ou enn kod.`;
export const paymentTitle: string = "Ou abonnman";
export const paymentMessage = ({ brand, plans }: { brand: Word; plans: Word }): string => `${brand} pankor gagn ou peyman pou: ${plans}. Peye enn organizater, li pou avoy ou enn kod.`;
