import { expect, it } from "vitest";
import type { LiveScoreRow } from "../../../../backend/types/rows.ts";
import { stateLabel } from "./state-label.ts";

const row: LiveScoreRow = {
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

it.each<[Partial<LiveScoreRow>, string | null]>([
  [{}, "Live 67'"],
  [{ minute: null }, null],
  [{ state: "scheduled" }, null],
  [{ state: "half_time" }, "Half time"],
  [{ state: "extra_time", minute: 105 }, "Extra time 105'"],
  [{ state: "penalties" }, "Penalties"],
  [{ state: "finished", is_provisional: true }, "Full time, provisional"],
  [{ state: "finished" }, "Full time"],
  [{ state: "postponed" }, "Postponed"],
  [{ state: "suspended" }, "Suspended"],
  [{ state: "abandoned" }, "Abandoned"],
  [{ state: "cancelled" }, "Cancelled"],
  [{ state: "awarded" }, "Awarded"],
])("the state of %o is %s", (change, words) => {
  expect(stateLabel({ ...row, ...change })).toBe(words);
});
