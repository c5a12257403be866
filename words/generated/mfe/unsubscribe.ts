// Written by `npm run generate` from words/mfe/unsubscribe.po. Do not edit.
import type { Word } from "../../rules.ts";
export const emailsFromTheClub: string = "Imel klib";
export const loadingYourChoice: string = "Pe sarz ou swa";
export const failedToLoadYourChoice: string = "Pa finn kapav sarz ou swa";
export const turnTheseEmailsOff: string = "Dezaktiv sa bann imel-la?";
export const theseEmailsAreOff: string = "Sa bann imel-la dezaktive";
export const youGetEmails = ({ emails }: { emails: Word }): string => `Ou pe gagn ${emails} pou lemoman. Ou bann lot imel ek mesaz pa sanze.`;
export const youNoLongerGetEmails = ({ emails }: { emails: Word }): string => `Ou nepli gagn ${emails}. Ou bann lot imel ek mesaz pa sanze.`;
export const turnOff: string = "Dezaktive";
export const turnOnAgain: string = "Aktiv ankor";
export const allMyChoices: string = "Tou mo swa";
export const thisLinkIsNotValid: string = "Sa lien-la pa valid";
export const whyLinkIsNotValid: string = "Kapav lien-la pa konple, ouswa kont-la finn efase. Nanye pa finn sanze. Konekte pou swazir ou bann mesaz dan ou profil.";
export const myChoices: string = "Mo swa";
