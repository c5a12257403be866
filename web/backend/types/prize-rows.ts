/** Rows of what members and organisers see of prizes. */
import type { FunctionRow, Nullable } from "./derive.ts";

export type PrizeKind = "overall" | "competition" | "matchday" | "cup" | "last_standing";

/** What a place pays: rupees or a percentage of the fund. */
export interface PrizeLine {
  kind: PrizeKind;
  competition_id: string | null;
  place: number;
  amount_rs: number | null;
  percent: number | null;
}

/** `pays_rs`: in rupees; 0 if an earlier cup or game took the percentage. */
export type PaidLine = PrizeLine & { pays_rs: number };

/** What a prize is for. `name`: the matchday, or that of the cup or game. */
export interface PrizeSubject {
  kind: PrizeKind;
  competition_id: string | null;
  name: string | null;
  season: string | null;
}

/** `place`: the first one that `shared_by` members share. A deleted account has no id and no name. */
export interface PrizeWinner {
  user_id: string | null;
  full_name: string | null;
  place: number;
  shared_by: number;
  amount_rs: number;
}

/** The first winners and the reader. `more`: the number of the others. */
interface Winners {
  winners: PrizeWinner[];
  more: number;
}

export type StandingPrize = PrizeSubject & Winners & { period_id: number | null; mine_rs: number };

export type SettledPrize = PrizeSubject &
  Winners & {
    settled_at: string;
    /** What stays with the club. */
    kept_rs: number;
    /** What the reader won, with the payment. */
    mine: { amount_rs: number; paid_by: string | null; paid_on: string | null }[];
  };

/** The plan of the club with what it pays as it stands, and what has settled. */
export type PrizesRow = Omit<
  Nullable<FunctionRow<"prizes">, "plan_id" | "fund_rs" | "started_at" | "ended_at">,
  "lines" | "is_played" | "standing" | "settled"
> & {
  lines: PaidLine[];
  is_played: PrizeKind[];
  standing: StandingPrize[];
  settled: SettledPrize[];
};

/** A settled prize for organisers. */
export type AdminPrizeRow = Omit<FunctionRow<"admin_prizes">, keyof PrizeSubject> &
  PrizeSubject & {
    user_id: string | null;
    full_name: string | null;
    paid_by: string | null;
    paid_on: string | null;
  };
