import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";

/** The answer of `member_sheet`. Times are ISO texts, dates `2026-11-21`. */
export interface MemberSheet {
  full_name: string | null;
  /** In the profile, which may differ from the number that signs in. */
  phone_number: string | null;
  joined_at: string;
  sign_in: SignIn;
  subscriptions: {
    league: string;
    started_at: string;
    expires_at: string;
    is_active: boolean;
    is_given: boolean;
  }[];
  payments: {
    league: string;
    amount_rs: number;
    method: string;
    paid_on: string;
    paid_until: string;
    payer_name: string;
  }[];
  /** The open matches of the next matchday without a pick. `may_predict`: false without its subscription. */
  missing_picks: { label: string; league: string; locks_at: string; may_predict: boolean }[];
  /** The age that the member still has to confirm before a pick. */
  due_age: number | null;
  groups: { name: string; is_owner: boolean }[];
  notes: { id: string; note: string; author_name: string; created_at: string }[];
}

export interface SignIn {
  email: string | null;
  email_is_confirmed: boolean;
  /** In international form, `+23052512345`. */
  phone: string | null;
  phone_is_confirmed: boolean;
  providers: string[];
  passkeys: number;
  has_password: boolean;
  has_temporary_password: boolean;
  last_sign_in_at: string | null;
  /** Open sessions. */
  devices: number;
  banned_until: string | null;
}

// not a text: a key of queries
const key = "member sheet";

export const staleAfterNote = [key] as const;

export const memberSheet = (userId: string) =>
  queryOptions({
    queryKey: [key, userId],
    queryFn: async () =>
      (await dataOf(backend().rest.rpc("member_sheet", { _user_id: userId }))) as unknown as MemberSheet,
  });
