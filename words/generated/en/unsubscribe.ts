// Written by `npm run generate` from words/en/unsubscribe.json. Do not edit.
import type { Word } from "../../rules.ts";
export const emailsFromTheClub: string = "Emails from the club";
export const loadingYourChoice: string = "Loading your choice";
export const failedToLoadYourChoice: string = "Failed to load your choice";
export const turnTheseEmailsOff: string = "Turn these emails off?";
export const theseEmailsAreOff: string = "These emails are off";
export const youGetEmails = ({ emails }: { emails: Word }): string => `You get ${emails} at the moment. Your other emails and messages are not affected.`;
export const youNoLongerGetEmails = ({ emails }: { emails: Word }): string => `You no longer get ${emails}. Your other emails and messages are not affected.`;
export const turnOff: string = "Turn off";
export const turnOnAgain: string = "Turn on again";
export const allMyChoices: string = "All my choices";
export const thisLinkIsNotValid: string = "This link is not valid";
export const whyLinkIsNotValid: string = "The link may be incomplete, or the account may have been deleted. Nothing was changed. Sign in to choose your messages in your profile.";
export const myChoices: string = "My choices";
