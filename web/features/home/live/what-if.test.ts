import { describe, expect, it } from "vitest";
import type { LiveStandingRow } from "../../../backend/types/rows.ts";
import type { Scoreline } from "../../../football/rules/points.ts";
import { sentenceOf } from "./effect-sentence.ts";
import { around, boardsOf, effectOf, type NearBoard, standingsAt } from "./what-if.ts";

type Picks = LiveStandingRow["picks"];

function row(name: string, points: number, picks: Picks = {}, changes: Partial<LiveStandingRow> = {}) {
  return {
    group_id: null,
    group_name: null,
    first_colour: null,
    second_colour: null,
    ahead: 0,
    user_id: name,
    full_name: name,
    points,
    perfect_scores: 0,
    picks,
    ...changes,
  } satisfies LiveStandingRow;
}

const board = (...rows: LiveStandingRow[]) => boardsOf(rows)[0] as NearBoard;
const at = (home: number, away: number, id = "m") => new Map<string, Scoreline>([[id, { home, away }]]);
const said = (on: NearBoard, scores: ReadonlyMap<string, Scoreline>) => {
  const effect = effectOf(on, scores, "Me");
  return effect && sentenceOf(effect);
};

describe("what live scores do to a player", () => {
  const near = board(
    row("Bea", 77),
    row("Vincent", 75, { m: [2, 2, 0] }),
    row("Me", 73, { m: [1, 0, 0] }),
    row("Ibrahim", 73, { m: [0, 1, 1] }, { perfect_scores: -1 }),
    row("Usha", 70, { m: [3, 0, 0] }),
  );

  it("passes those in front who gain less", () => {
    expect(said(near, at(1, 0))).toBe("You pass Vincent");
  });

  it("falls behind who gains more, with a double twice", () => {
    expect(said(near, at(0, 1))).toBe("Ibrahim passes you");
    expect(standingsAt(near, at(0, 1))[0]).toMatchObject({
      row: { user_id: "Ibrahim" },
      gained: 6,
      points: 79,
    });
  });

  it("names who is in front where no place changes, and by how much", () => {
    expect(said(near, at(4, 0))).toBe("You stay 3rd, 1 point behind Vincent");
  });

  it("counts an exact score as one that decides between equal points", () => {
    const equal = board(row("Ann", 10, { m: [1, 1, 0] }), row("Me", 12, { m: [2, 1, 0] }));
    expect(said(equal, at(2, 1))).toBe("You stay 1st, 5 points ahead of Ann");
    const tied = board(row("Ann", 10, {}, { perfect_scores: 1 }), row("Me", 7, { m: [1, 1, 0] }));
    expect(said(tied, at(1, 1))).toBe("You go level with Ann");
  });

  it("says that both happen", () => {
    const both = board(
      row("Ann", 5),
      row("Me", 4, { m: [0, 0, 0], n: [1, 0, 0] }),
      row("Bob", 3, { n: [2, 0, 1] }),
    );
    const scores = new Map([...at(0, 0), ...at(2, 0, "n")]);
    expect(said(both, scores)).toBe("You pass Ann, and Bob passes you");
  });

  it("names two members, and counts three", () => {
    const others = ["Ann", "Bob", "Cid"].map((name) => row(name, 5));
    expect(said(board(...others.slice(1), row("Me", 3, { m: [1, 1, 0] })), at(1, 1))).toBe(
      "You pass Bob and Cid",
    );
    expect(said(board(...others, row("Me", 3, { m: [1, 1, 0] })), at(1, 1))).toBe("You pass 3 members");
  });

  it("adds those who are out of reach to every rank, and gives equal members the same", () => {
    const reach = board(row("Ann", 9, {}, { ahead: 12 }), row("Me", 8, { m: [1, 0, 0] }), row("Bob", 8));
    expect(standingsAt(reach, new Map()).map(({ rank }) => rank)).toEqual([13, 14, 14]);
    expect(effectOf(reach, at(1, 0), "Me")).toMatchObject({ rank: 13, confirmedRank: 14 });
  });

  it("knows nothing about somebody who is not on the board", () => {
    expect(effectOf(near, at(1, 0), "Zoe")).toBeNull();
  });

  it("keeps the boards in their order, the groups with their name and colours", () => {
    const group = { group_id: "g", group_name: "Office", first_colour: "#000000", second_colour: "#ffffff" };
    expect(boardsOf([row("Me", 1, {}, group), row("Bea", 0, {}, group), row("Me", 1)])).toMatchObject([
      { groupId: "g", name: "Office", colours: ["#000000", "#ffffff"], rows: [{}, {}] },
      { groupId: null, name: null, colours: null, rows: [{}] },
    ]);
  });

  it.each([
    [0, ["P0", "P1", "P2", "P3", "P4"]],
    [4, ["P2", "P3", "P4", "P5", "P6"]],
    [7, ["P3", "P4", "P5", "P6", "P7"]],
  ])("shows the five places around place %i", (place, names) => {
    const many = board(...Array.from({ length: 8 }, (_, index) => row(`P${index}`, 50 - index)));
    const shown = around(standingsAt(many, new Map()), `P${place}`, 5);
    expect(shown.map(({ row: { user_id } }) => user_id)).toEqual(names);
  });
});
