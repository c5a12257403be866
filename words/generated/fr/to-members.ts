// Written by `npm run generate` from words/fr/to-members.po. Do not edit.
import type { Word } from "../../rules.ts";
import { isOne, number, elide } from "./language.ts";
export const code = ({ plan, brand, code, link }: { plan: Word; brand: Word; code: Word; link: Word }): string => `Votre code ${plan} pour ${brand} : ${code}. Utilisez-le ici : ${link}`;
export const validUntil = ({ date }: { date: Word }): string => `Il est valable jusqu’au ${date}.`;
export const receipt = ({ number, date, amount, name, method }: { number: Word; date: Word; amount: Word; name: Word; method: "cash" | "juice" | "my_t_money" | "bank_transfer" | "other" }): string => `Reçu nº ${number}, ${date} : Rs ${amount} ${elide("de", name)}, ${({ cash: "espèces", juice: "Juice", my_t_money: "my.t money", bank_transfer: "virement" } as Record<string, string>)[method] ?? "autre"}.`;
export const picksReminder = ({ name, matches, address }: { name: Word; matches: number; address: Word }): string => `Bonjour ${name}, ${isOne(matches) ? `${number(matches)} match attend` : `${number(matches)} matchs attendent`} encore votre pronostic : ${address}`;
export const picksTitle: string = "Vos pronostics";
export const picksMessage = ({ matches }: { matches: number }): string => `${isOne(matches) ? `${number(matches)} match attend` : `${number(matches)} matchs attendent`} encore votre pronostic.`;
export const paymentReminder = ({ name, brand, plans }: { name: Word; brand: Word; plans: Word }): string => `Bonjour ${name}, ${brand} n’a pas encore reçu votre paiement pour : ${plans}. Merci de payer un organisateur, qui vous enverra un code.`;
export const paymentTitle: string = "Votre abonnement";
export const paymentMessage = ({ brand, plans }: { brand: Word; plans: Word }): string => `${brand} n’a pas encore reçu votre paiement pour : ${plans}. Merci de payer un organisateur, qui vous enverra un code.`;
