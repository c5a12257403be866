import { expect, it } from "vitest";
import type { LiveScoreRow } from "../../../../backend/types/rows.ts";
import { liveScoreRow } from "../../../../testing/live-score-row.ts";
import { stateLabel } from "./state-label.ts";

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
  expect(stateLabel({ ...liveScoreRow, ...change })).toBe(words);
});
