import type { DraftFacts } from "../sentences/season-sentences.ts";

/** What the database says, with its English. */
export interface Sentence {
  kind: string;
  text: string;
}

/** A step of the season's end. `words` and `facts`: what it will do, or what it did. */
export interface SeasonStep {
  step:
    | "matches"
    | "leaderboards"
    | "subscriptions"
    | "snapshot"
    | "honours"
    | "access"
    | "points"
    | "import"
    | "members";
  title: string;
  is_skippable: boolean;
  state: "open" | "done" | "skipped";
  words: string;
  facts: object | null;
  done_at: string | null;
  done_by: string | null;
}

/** The season's end: `next` is the step that is due. `undo_until` is null when nothing can be undone. */
export interface SeasonPlan {
  state: "nothing" | "ready" | "under_way" | "done";
  season: string | null;
  first_day: string | null;
  last_day: string | null;
  next: SeasonStep["step"] | null;
  undo_until: string | null;
  undone_at: string | null;
  /** How many subscriptions and codes are not of the season. Null unless the step is next. */
  lasting: number | null;
  draft: { title: string; message: string; facts: DraftFacts } | null;
  steps: SeasonStep[];
}

/** What a step did, or why the PIN was refused. */
export interface SeasonStepResult {
  outcome: "done" | "already" | "wrong_pin" | "no_pin" | "locked";
  summary: string;
  retry_after_seconds?: number;
}
