// Written by `npm run generate` from words/en/to-members.json. Do not edit.
import type { Word } from "../../rules.ts";
import { isOne, number } from "./language.ts";
export const code = ({ plan, brand, code, link }: { plan: Word; brand: Word; code: Word; link: Word }): string => `Your ${plan} code for ${brand}: ${code}. Redeem it here: ${link}`;
export const validUntil = ({ date }: { date: Word }): string => `It is valid until ${date}.`;
export const receipt = ({ number, date, amount, name, method }: { number: Word; date: Word; amount: Word; name: Word; method: "cash" | "juice" | "my_t_money" | "bank_transfer" | "other" }): string => `Receipt No. ${number}, ${date}: Rs ${amount} received from ${name}, ${({ cash: "cash", juice: "Juice", my_t_money: "my.t money", bank_transfer: "bank transfer" } as Record<string, string>)[method] ?? "other"}.`;
export const picksReminder = ({ name, matches, address }: { name: Word; matches: number; address: Word }): string => `Hi ${name}, ${isOne(matches) ? `${number(matches)} match still needs` : `${number(matches)} matches still need`} your prediction: ${address}`;
export const picksTitle: string = "Your predictions";
export const picksMessage = ({ matches }: { matches: number }): string => `${isOne(matches) ? `${number(matches)} match still needs` : `${number(matches)} matches still need`} your prediction.`;
export const paymentReminder = ({ name, brand, plans }: { name: Word; brand: Word; plans: Word }): string => `Hi ${name}, ${brand} has no payment from you yet for: ${plans}. Please pay an organiser, who sends you a code.`;
export const paymentTitle: string = "Your subscription";
export const paymentMessage = ({ brand, plans }: { brand: Word; plans: Word }): string => `${brand} has no payment from you yet for: ${plans}. Please pay an organiser, who sends you a code.`;
