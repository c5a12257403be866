import type { createBrowserRouter } from "react-router";

/** What code reaches that loads later, or that React Router's hooks do not serve. */
export const app: {
  /** The router of the page. */
  router?: ReturnType<typeof createBrowserRouter>;
  /** Set while forms guard their input (`ui/leave-guard.ts`). */
  guard?: {
    /** Whether ending the visit, as by a reload, would lose input. */
    hasUnsavedInput: () => boolean;
    /** Asks if ending the visit would lose input. Resolves to false if the reader keeps it. */
    mayEndVisit: () => Promise<boolean>;
  };
} = {};
