import * as words from "#words/admin-money";
import { field, type Loaded } from "../../../../backend/edits/save-edit.ts";
import type { PrizeKind, PrizeLine, PrizesRow } from "../../../../backend/types/prize-rows.ts";
import { nameOfPrizes, rupees } from "../../../../football/prizes/prize-names.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { ordinal } from "../../../../football/rules/ranking.ts";

/** A line of the form. `pays`: rupees or per cent, NaN while the field is empty. */
export interface LineValues {
  kind: PrizeKind;
  competitionId: string | null;
  place: number;
  pays: number;
  isPercent: boolean;
}

/** `fund` is NaN without one. */
export interface PlanValues {
  fund: number;
  lines: readonly LineValues[];
}

/** What the database compares. */
export interface SeenPlan {
  fund_rs: number | null;
  lines: readonly PrizeLine[];
}

export const lastPlace = 20;
const mostRupees = 1_000_000;
const largestFund = 10_000_000;

/** What a line can be for, in the order of the plan. */
export const prizeSubjects = [
  ["overall", null],
  ...competitions.map(({ id }) => ["competition", id] as const),
  ...competitions.map(({ id }) => ["matchday", id] as const),
  ["cup", null],
  ["last_standing", null],
].map(([kind, competitionId]) => ({ kind, competitionId })) as Pick<LineValues, "kind" | "competitionId">[];

/** The plan that runs, or the lines of the last one as a proposal. */
export function openedPlan(club: PrizesRow | undefined): Loaded<PlanValues, SeenPlan> {
  const lines = (club?.lines ?? []).map(({ pays_rs: _, ...line }) => line);
  const values = {
    fund: club?.fund_rs ?? Number.NaN,
    lines: lines.map(({ kind, competition_id, place, amount_rs, percent }) => ({
      kind,
      competitionId: competition_id,
      place,
      pays: amount_rs ?? percent ?? Number.NaN,
      isPercent: percent !== null,
    })),
  };
  const isRunning = club !== undefined && club.plan_id !== null && club.ended_at === null;
  return { values, seen: isRunning ? { fund_rs: club.fund_rs, lines } : { fund_rs: null, lines: [] } };
}

export function planArguments({ fund, lines }: PlanValues) {
  return {
    _fund_rs: Number.isNaN(fund) ? null : fund,
    _lines: lines.map(({ kind, competitionId, place, pays, isPercent }) => ({
      kind,
      competition_id: competitionId,
      place,
      amount_rs: isPercent ? null : pays,
      percent: isPercent ? pays : null,
    })),
  };
}

/** The fields as the question about two edits shows them. */
export const planEditFields = [
  field<PlanValues>(words.fund, ["fund"], ({ fund }) => (Number.isNaN(fund) ? words.noFund : rupees(fund))),
  field<PlanValues>(words.prizes, ["lines"], ({ lines }) => lines.map(lineInWords).join("; ")),
];

function lineInWords({ kind, competitionId, place, pays, isPercent }: LineValues): string {
  const amount = isPercent ? words.inPercent({ percent: pays }) : rupees(pays);
  return `${nameOfPrizes(kind, competitionId)} ${ordinal(place)}: ${amount}`;
}

const isWhole = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
const subjectOf = ({ kind, competitionId }: LineValues) => `${kind} ${competitionId}`;

/** Why the plan cannot be saved, or null. The database refuses the same. */
export function problemWithPlan({ fund, lines }: PlanValues): string | null {
  if (!Number.isNaN(fund) && !isWhole(fund, largestFund)) return words.enterAFund;
  if (lines.some(({ place }) => !isWhole(place, lastPlace))) return words.enterAPlace;
  if (lines.some(({ pays, isPercent }) => !isWhole(pays, isPercent ? 100 : mostRupees)))
    return words.enterWhatPlacesPay;
  if (new Set(lines.map((line) => `${subjectOf(line)} ${line.place}`)).size < lines.length)
    return words.aPlacePaysOnce;
  if (lines.some(({ isPercent }) => isPercent) && Number.isNaN(fund)) return words.percentagesNeedAFund;
  return null;
}

/** What the plan pays in per cent, once in rupees, and in rupees for each matchday of every competition. */
export function sumsOf({ lines }: PlanValues) {
  const sum = (counted: (line: LineValues) => boolean) =>
    lines.reduce((total, line) => total + (counted(line) ? line.pays || 0 : 0), 0);
  return {
    percent: sum(({ isPercent }) => isPercent),
    once: sum(({ isPercent, kind }) => !isPercent && kind !== "matchday"),
    eachMatchday: sum(({ kind }) => kind === "matchday"),
  };
}

/** The line that is added after these: the next place of the last one's subject. */
export function nextLine(lines: readonly LineValues[]): LineValues {
  const last = lines.at(-1);
  if (!last) return { kind: "overall", competitionId: null, place: 1, pays: Number.NaN, isPercent: false };
  return { ...last, place: Math.min(last.place + 1 || 1, lastPlace), pays: Number.NaN };
}
