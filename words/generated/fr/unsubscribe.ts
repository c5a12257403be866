// Written by `npm run generate` from words/fr/unsubscribe.po. Do not edit.
import type { Word } from "../../rules.ts";
export const emailsFromTheClub: string = "E-mails du club";
export const loadingYourChoice: string = "Chargement de votre choix";
export const failedToLoadYourChoice: string = "Impossible de charger votre choix";
export const turnTheseEmailsOff: string = "Désactiver ces e-mails ?";
export const theseEmailsAreOff: string = "Ces e-mails sont désactivés";
export const youGetEmails = ({ emails }: { emails: Word }): string => `Vous recevez en ce moment ${emails}. Vos autres e-mails et messages ne changent pas.`;
export const youNoLongerGetEmails = ({ emails }: { emails: Word }): string => `Vous ne recevez plus ${emails}. Vos autres e-mails et messages ne changent pas.`;
export const turnOff: string = "Désactiver";
export const turnOnAgain: string = "Réactiver";
export const allMyChoices: string = "Tous mes choix";
export const thisLinkIsNotValid: string = "Ce lien n’est pas valide";
export const whyLinkIsNotValid: string = "Le lien est peut-être incomplet, ou le compte a été supprimé. Rien n’a changé. Connectez-vous pour choisir vos messages dans votre profil.";
export const myChoices: string = "Mes choix";
