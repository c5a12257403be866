import * as words from "#words/admin-club";
import { backend } from "../../../../backend/connection/client.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import { seasonSentences } from "../../../../backend/sentences/season-sentences.ts";
import { sentencesOf } from "../../../../backend/sentences/sentence.ts";
import type { SeasonStep } from "../../../../backend/types/season-rows.ts";
import { throwSentence } from "../../shared/acts/throw-refusal.ts";
import { AdminError } from "../../shared/acts/use-admin-mutation.ts";
import { pinRefusal } from "../points/pin-refusal.ts";

/** A step with what the organiser chose for it. */
export interface StepToTake {
  step: SeasonStep["step"];
  cancel?: string[];
  /** Whether subscriptions and codes that are not of the season end too. */
  all?: boolean;
  title?: string;
  message?: string;
  pin?: string;
}

/** Does a step. */
export async function takeStep({ step, pin, ...choices }: StepToTake): Promise<void> {
  const done = await dataOf(
    backend().rest.rpc("take_season_step", {
      _step: step,
      _choices: choices,
      ...(pin === undefined ? {} : { _pin: pin }),
    }),
  ).catch(inWords);
  const refusal = pinRefusal(done);
  if (refusal) throw refusal;
}

export const skipStep = (step: SeasonStep["step"]) =>
  ensureSuccess(backend().rest.rpc("skip_season_step", { _step: step })).catch(inWords);

/** Undoes a step, or all of them without one. Resolves to what is kept, in sentences. */
export const undoSteps = (step: SeasonStep["step"] | null): Promise<string[]> =>
  dataOf(
    step === null
      ? backend().rest.rpc("undo_season")
      : backend().rest.rpc("undo_season_step", { _step: step }),
  ).then((kept) => sentencesOf(seasonSentences, kept), inWords);

function inWords(error: unknown): never {
  if (codeOf(error) === "PT404") throw new AdminError(words.stepWasUndoneAlready);
  return throwSentence(error);
}
