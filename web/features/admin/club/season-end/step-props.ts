import type { ReactNode } from "react";
import type { SeasonStep } from "../../../../backend/types/season-rows.ts";
import type { StepToTake } from "./season-end-mutations.ts";

/** What the form of a step gets. */
export interface StepProps {
  row: SeasonStep;
  /** Does the step with what was chosen. */
  onTake: (choices: Omit<StepToTake, "step">) => void;
  /** The buttons below the fields, with the label of the one that does the step. */
  actions: (label: string) => ReactNode;
}
