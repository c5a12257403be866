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

describe("the settings of Home", () => {
  it("are their defaults while nothing was saved: countdowns and jackpot off", () => {
    expect(countdownsIn(undefined)).toEqual(defaultCountdowns);
    expect(countdownsIn(undefined).every(({ enabled }) => !enabled)).toBe(true);
    expect(jackpotIn(undefined)).toEqual({ enabled: false, multiplier: 100, deductionPercent: 10 });
    expect(chosenIn(undefined)).toBeNull();
    expect(flagIn(undefined, true)).toBe(true);
  });

  it.each(["", "nonsense", "null", "7", '{"a":', "[null]"])("read %j as their defaults", (saved) => {
    expect(countdownsIn(saved)).toEqual(defaultCountdowns);
    expect(jackpotIn(saved).multiplier).toBe(100);
    expect(customCountdownIn(saved).enabled).toBe(false);
    expect(chosenIn(saved)).toEqual([]);
  });

  it("take what was saved, and the default for what a countdown lacks", () => {
    const [premierLeague] = countdownsIn(
      '[{"id":"premier_league","enabled":true,"targetDate":"2026-12-26"}]',
    );
    expect(premierLeague).toMatchObject({ enabled: true, targetDate: "2026-12-26", targetTime: "23:00" });
  });

  it("keep the jackpot inside its limits", () => {
    expect(jackpotIn('{"multiplier":0,"deductionPercent":101}')).toMatchObject({
      multiplier: 1,
      deductionPercent: 100,
    });
    expect(jackpotIn('{"deductionPercent":-1}').deductionPercent).toBe(0);
  });
});

describe("the jackpot", () => {
  it.each([
    [429, 100, 10, 38_610],
    [0, 100, 10, 0],
    [3, 33, 33, 66],
    [10, 1, 100, 0],
  ])(
    "of %i subscribers at Rs %i less %i per cent is %i",
    (subscribers, multiplier, deductionPercent, rupees) => {
      expect(jackpotOf(subscribers, { enabled: true, multiplier, deductionPercent })).toBe(rupees);
    },
  );
});
