import { staleAfterResult, subject } from "../../../../backend/queries/query-keys.ts";

/** Not part of the dashboard's subject: every load is audited and rate limited, so live updates must not repeat it. */
// not a text: a key of queries
export const auditedPredictions = "a player's predictions";

/** The subjects to load again after a change of points or of an account. */
export const staleAfterPoints = [subject.dashboard, auditedPredictions, ...staleAfterResult] as const;
