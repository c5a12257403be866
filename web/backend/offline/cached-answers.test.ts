import type { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { createQueryClient } from "../connection/query-client.ts";
import { RequestError } from "../connection/response.ts";
import { isUnanswered } from "./cached-answers.ts";

const refusal = (status: number, message = "") => new RequestError(message, "", status);

describe("isUnanswered", () => {
  it("is true for network and proxy failures, and false for refusals, server errors and programming errors", () => {
    expect(isUnanswered(refusal(0, "TypeError: Failed to fetch"))).toBe(true);
    expect(isUnanswered(new TypeError("Failed to fetch"))).toBe(true);
    expect(isUnanswered(refusal(502))).toBe(true);
    expect(isUnanswered(refusal(500))).toBe(false);
    expect(isUnanswered(refusal(403))).toBe(false);
    expect(isUnanswered(new TypeError("Cannot read properties of null"))).toBe(false);
    expect(isUnanswered(null)).toBe(false);
  });
});

const queryKey = ["picks"];

describe("an answer that was asked for before the page saved something", () => {
  let client: QueryClient;
  /** Answers each of the requests, in their order. */
  let answers: ((text: string) => void)[];

  /** Starts to read the query again. */
  const read = () =>
    client.fetchQuery({
      queryKey,
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
      staleTime: 0,
    });
  const answer = async (at: number, text: string) => {
    await expect.poll(() => answers.length).toBe(at + 1);
    answers[at]?.(text);
  };

  beforeEach(() => {
    client = createQueryClient();
    answers = [];
    client.setQueryData(queryKey, "none");
  });

  it("does not take back what the page shows", async () => {
    const reading = read();
    client.setQueryData(queryKey, "2-1");
    await answer(0, "none");
    await answer(1, "2-1, read again");
    expect(await reading).toBe("2-1, read again");
    expect(client.getQueryData(queryKey)).toBe("2-1, read again");
  });

  it("is asked for once if nothing was saved", async () => {
    const reading = read();
    await answer(0, "3-0 of another device");
    expect(await reading).toBe("3-0 of another device");
    expect(answers).toHaveLength(1);
  });

  it("is asked for three times at most, so that a list which always changes is shown", async () => {
    const reading = read();
    for (const at of [0, 1, 2]) {
      await expect.poll(() => answers.length).toBe(at + 1);
      client.setQueryData(queryKey, `goal ${at + 1}`);
      answers[at]?.("late");
    }
    expect(await reading).toBe("late");
    expect(answers).toHaveLength(3);
  });

  it("is not asked for again when another request has taken its place", async () => {
    const cancelled = read();
    client.setQueryData(queryKey, "2-1");
    await client.cancelQueries({ queryKey });
    expect(await cancelled).toBe("2-1");
    const reading = read();
    await answer(1, "2-1, read again");
    answers[0]?.("none");
    expect(await reading).toBe("2-1, read again");
    expect(answers).toHaveLength(2);
  });
});
