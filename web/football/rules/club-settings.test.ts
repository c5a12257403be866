import { describe, expect, it } from "vitest";
import {
  chosenIn,
  countdownsIn,
  customCountdownIn,
  defaultCountdowns,
  flagIn,
  jackpotIn,
  jackpotOf,
} from "./club-settings.ts";

describe("saved settings", () => {
  it("default to no countdowns and no jackpot", () => {
    expect(countdownsIn(undefined)).toEqual(defaultCountdowns);
    expect(countdownsIn(undefined).every(({ enabled }) => !enabled)).toBe(true);
    expect(jackpotIn(undefined)).toEqual({ enabled: false, multiplier: 100, deductionPercent: 10 });
    expect(chosenIn(undefined)).toBeNull();
    expect(flagIn(undefined, true)).toBe(true);
  });

  it.each(["", "nonsense", "null", "7", '{"a":', "[null]"])(
    "use the defaults for the invalid value %j",
    (saved) => {
      expect(countdownsIn(saved)).toEqual(defaultCountdowns);
      expect(jackpotIn(saved).multiplier).toBe(100);
      expect(customCountdownIn(saved).enabled).toBe(false);
      expect(chosenIn(saved)).toEqual([]);
    },
  );

  it("use the saved fields of a countdown and the defaults of the missing ones", () => {
    const [premierLeague] = countdownsIn(
      '[{"id":"premier_league","enabled":true,"targetDate":"2026-12-26"}]',
    );
    expect(premierLeague).toMatchObject({ enabled: true, targetDate: "2026-12-26", targetTime: "23:00" });
  });

  it("limit the jackpot's values to their ranges", () => {
    expect(jackpotIn('{"multiplier":0,"deductionPercent":101}')).toMatchObject({
      multiplier: 1,
      deductionPercent: 100,
    });
    expect(jackpotIn('{"multiplier":999999999999999}').multiplier).toBe(100_000);
    expect(jackpotIn('{"deductionPercent":-1}').deductionPercent).toBe(0);
  });
});

describe("jackpotOf", () => {
  it.each([
    [429, 100, 10, 38_610],
    [0, 100, 10, 0],
    [3, 33, 33, 66],
    [10, 1, 100, 0],
  ])(
    "for %i subscribers at Rs %i less %i per cent is %i",
    (subscribers, multiplier, deductionPercent, rupees) => {
      expect(jackpotOf(subscribers, { enabled: true, multiplier, deductionPercent })).toBe(rupees);
    },
  );
});
