import type { LiveScoreRow } from "../backend/types/rows.ts";

/** A live score in the 67th minute, for tests that change some of its values. */
export const liveScoreRow: LiveScoreRow = {
  match_id: "m",
  source: "football_data",
  state: "in_play",
  minute: 67,
  extra_home: null,
  extra_away: null,
  penalties_home: null,
  penalties_away: null,
  is_provisional: false,
  is_manual: false,
  updated_at: "2026-11-21T16:00:00Z",
};
