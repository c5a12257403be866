import { expect, it } from "vitest";
import type { RoundReportRow } from "../../../../backend/types/admin-rows.ts";
import { reportText } from "./report-text.ts";

const place = (rank: number, name: string, points: number, perfect = 0) => ({
  rank,
  name,
  points,
  perfect_scores: perfect,
});
const report: RoundReportRow = {
  period_id: 7,
  label: "Matchday 13",
  league: "Premier League",
  season: "2026/27",
  players: 56,
  places: [place(1, "Ibrahim", 12, 2), place(2, "Aisha", 10), place(3, "Usha", 9)],
  climbers: [{ name: "Usha", places: 4, rank: 7 }],
  exact_scores: [
    { home: "Norwich City", away: "Blackburn Rovers", home_score: 1, away_score: 0, name: "Sophie" },
    { home: "Aston Villa", away: "Wolverhampton Wanderers", home_score: 3, away_score: 1, name: null },
  ],
  next_lock: null,
};
const address = "https://club.example/r";

it("says who wins, the first places, climbers, rare exact scores and where to read more", () => {
  expect(reportText(report, address, 0)).toBe(
    [
      "Matchday 13 of Premier League is in. Ibrahim wins it with 12 points. 2 exact scores among them.",
      "1. Ibrahim 12\n2. Aisha 10\n3. Usha 9",
      "Climbers: Usha, up 4 to 7th.\nOnly Sophie had Norwich 1–0 Blackburn.\nNobody had Aston Villa 3–1 Wolves.",
      address,
    ].join("\n\n"),
  );
});

it("names several winners and leaves out what there is not", () => {
  const shared = {
    ...report,
    places: [place(1, "Ann", 1), place(1, "Bob", 1)],
    climbers: [],
    exact_scores: [],
  };
  expect(reportText(shared, address, 0)).toBe(
    "Matchday 13 of Premier League is in. Ann and Bob win it with 1 point each.\n\n1. Ann 1\n1. Bob 1\n\nhttps://club.example/r",
  );
});

it("lists five places, and names the next lock", () => {
  const many = { ...report, places: [1, 2, 3, 4, 5, 5].map((rank, at) => place(rank, `P${at}`, 9 - rank)) };
  const text = reportText(
    { ...many, next_lock: "2000-01-01T12:00:00" },
    address,
    Date.parse("2000-01-01T09:00:00"),
  );
  expect(text).toContain("5. P4 4\n\n");
  expect(text).toContain("Next lock: today 12:00.");
});
