// Written by `npm run generate` from words/en/unsubscribe.json. Do not edit.
import type { Word } from "../../rules.ts";
export const emailsFromTheClub = "Emails from the club";
export const loadingYourChoice = "Loading your choice";
export const failedToLoadYourChoice = "Failed to load your choice";
export const turnTheseEmailsOff = "Turn these emails off?";
export const theseEmailsAreOff = "These emails are off";
export const youGetEmails = ({ emails }: { emails: Word }): string => `You get ${emails} at the moment. Your other emails and messages are not affected.`;
export const youNoLongerGetEmails = ({ emails }: { emails: Word }): string => `You no longer get ${emails}. Your other emails and messages are not affected.`;
export const turnOff = "Turn off";
export const turnOnAgain = "Turn on again";
export const allMyChoices = "All my choices";
export const thisLinkIsNotValid = "This link is not valid";
export const whyLinkIsNotValid = "The link may be incomplete, or the account may have been deleted. Nothing was changed. Sign in to choose your messages in your profile.";
export const myChoices = "My choices";
