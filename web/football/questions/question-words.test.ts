import { describe, expect, it } from "vitest";
import { answerWords, pointsOfQuestion, problemWithAnswer, rightAnswerWords } from "./question-words.ts";

describe("a season question", () => {
  it("says what a right answer earns", () => {
    expect(pointsOfQuestion({ kind: "text", points: 1 })).toBe("1 point");
    expect(pointsOfQuestion({ kind: "teams", points: 4 })).toBe("4 points for each right team");
  });

  it("lists several teams in words", () => {
    expect(answerWords(["Hull"])).toBe("Hull");
    expect(answerWords(["Hull", "Derby", "Luton"])).toBe("Hull, Derby and Luton");
  });

  it("names every spelling that counts, and all right teams", () => {
    expect(rightAnswerWords("text", ["Hull City", "The Tigers"])).toBe("Hull City or The Tigers");
    expect(rightAnswerWords("text", ["Son", "Heung-min Son"])).toBe("Heung-min Son");
    expect(rightAnswerWords("teams", ["Hull", "Derby"])).toBe("Hull and Derby");
  });
});

describe("an answer", () => {
  it.each([
    ["team", 1, [""], "Choose a team."],
    ["teams", 3, ["Hull", "Derby", ""], "Choose 3 teams."],
    ["teams", 2, ["Hull", "Hull"], "Choose different teams."],
    ["text", 1, ["  "], "Enter your answer."],
    ["number", 1, ["2.5"], "Enter a whole number, such as 25."],
  ] as const)("of kind %s with %i parts is refused: %j", (kind, count, parts, problem) =>
    expect(problemWithAnswer(kind, count, parts)).toBe(problem),
  );

  it("is accepted when every part is given", () => {
    expect(problemWithAnswer("teams", 2, ["Hull", "Derby"])).toBeNull();
    expect(problemWithAnswer("number", 1, ["25"])).toBeNull();
  });
});
