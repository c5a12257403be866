import { describe, expect, it } from "vitest";
import { fieldsOf, problemWithRightAnswer, questionOf, suggestions } from "./question-rules.ts";

const ZONE = "Indian/Mauritius";
const NOW = Date.parse("2026-08-01T00:00:00Z");
const FIELDS = { ...fieldsOf(null, ZONE), title: " Champion ", date: "2026-08-15", time: "16:00" };

describe("a question", () => {
  it("locks at a time of the club", () => {
    expect(questionOf(FIELDS, ZONE, NOW)).toMatchObject({
      _title: "Champion",
      _locks_at: "2026-08-15T12:00:00.000Z",
      _answer_count: 1,
    });
  });

  it.each([
    [{ title: " " }, "Please enter the question"],
    [{ points: "0" }, "Points are a number from 1 to 100"],
    [{ points: "2.5" }, "Points are a number from 1 to 100"],
    [{ kind: "teams", count: "1" }, "The number of teams is from 2 to 10"],
    [{ date: "" }, "Please enter the date and the time of the lock"],
    [{ date: "2026-07-15" }, "The lock must be in the future"],
  ] as const)("with %j is refused", (wrong, problem) =>
    expect(questionOf({ ...FIELDS, ...wrong }, ZONE, NOW)).toEqual({ problem }),
  );

  it("can begin as each suggestion", () => {
    for (const suggestion of suggestions)
      expect(questionOf({ ...FIELDS, ...suggestion }, ZONE, NOW)).not.toHaveProperty("problem");
  });
});

describe("a right answer", () => {
  it("is needed, and is a whole number if the question asks for one", () => {
    expect(problemWithRightAnswer("team", [])).toBe("Choose the right team");
    expect(problemWithRightAnswer("text", [])).toBe("Enter the right answer");
    expect(problemWithRightAnswer("number", ["2.5"])).toBe("The right answer is a whole number");
    expect(problemWithRightAnswer("number", ["25"])).toBeNull();
  });
});
