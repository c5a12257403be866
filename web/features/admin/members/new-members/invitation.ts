import * as words from "#words/admin-members";
import { whatsAppLink } from "../../../../ui/text/whats-app.ts";
import type { AddedMember } from "./new-member-mutations.ts";

interface Club {
  brand: string;
  /** The address of the sign-in page. */
  address: string;
}

/** What a new member needs to sign in, as a message. */
export function invitationText({ name, signIn, password }: AddedMember, { brand, address }: Club): string {
  const [firstName = name] = name.split(" ");
  return [
    words.invitationGreeting({ name: firstName, brand }),
    words.invitationSignIn({ address, signIn, password }),
    words.invitationPassword,
  ].join("\n");
}

/** A link that opens WhatsApp with the invitation to the member's number; null without a number. */
export function invitationLink(member: AddedMember, club: Club): string | null {
  if (member.phone === null) return null;
  return whatsAppLink(invitationText(member, club), member.phone);
}

/** The slips as rows of a CSV file, with their head. */
export const slipColumns = [words.name, words.signInWith, words.temporaryPassword, words.address] as const;

export function slipRow({ name, signIn, password }: AddedMember, { address }: Club): string[] {
  return [name, signIn, password, address];
}
