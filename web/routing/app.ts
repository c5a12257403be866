import type { PageHistory } from "./page-history.ts";

/** The history and the guard, for code that is not a component. */
export const app: {
  history?: PageHistory;
  /** Set while forms guard their input (`ui/leave-guard.ts`). */
  guard?: {
    /** Whether ending the visit, as by a reload, would lose input. */
    hasUnsavedInput: () => boolean;
    /** Asks if ending the visit would lose input. Resolves to false if the reader keeps it. */
    mayEndVisit: () => Promise<boolean>;
  };
} = {};
