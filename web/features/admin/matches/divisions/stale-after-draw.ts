import { subject } from "../../../../backend/queries/query-keys.ts";

/** What a draw and its end change. */
export const staleAfterDraw = [subject.divisions, subject.clubPages] as const;
