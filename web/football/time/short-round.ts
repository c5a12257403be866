import { roundName } from "./round-name.ts";

/** The name of a round below its bar in a chart: `12` for `Matchday 12`, otherwise its name. */
export function shortRound(round: string): string {
  return /^(?:Matchday|Round) (\d+)$/.exec(round)?.[1] ?? roundName(round);
}
