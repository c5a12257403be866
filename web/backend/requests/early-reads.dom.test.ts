import { beforeEach, expect, it, vi } from "vitest";

const url = "http://club/rest/v1/rpc/next_rounds";
const member = { headers: { authorization: "Bearer token", accept: "application/json" } };
const text = JSON.stringify({ url, method: "GET", headers: [["accept", "application/json"]] });
const row = () => Response.json([{ id: 1 }]);

/** Loads the modules as a new visit does. `answers`: the early responses by request. */
async function visitWith(answers: readonly [string, Response | null][]) {
  vi.resetModules();
  window.earlyReads = {
    address: "/matches",
    authorization: "Bearer token",
    answers: new Map(answers.map(([of, answer]) => [of, Promise.resolve(answer)])),
  };
  const { earlyAnswer } = await import("./early-reads.ts");
  const { keepFirstReads } = await import("./keep-first-reads.ts");
  return { earlyAnswer, keepFirstReads };
}

const kept = () => JSON.parse(localStorage.getItem("scoreline-auth-token-reads") ?? "null");

/** Milliseconds since the start of the visit. */
const sinceStart = vi.spyOn(performance, "now");

beforeEach(() => {
  sinceStart.mockReturnValue(30_000);
  localStorage.clear();
  window.history.replaceState(null, "", "/matches");
});

it("returns an early response once", async () => {
  const { earlyAnswer } = await visitWith([[text, row()]]);
  expect(await (await earlyAnswer(url, member))?.json()).toEqual([{ id: 1 }]);
  expect(await earlyAnswer(url, member)).toBeNull();
});

it("returns no response when the visit began more than half a minute ago", async () => {
  const { earlyAnswer } = await visitWith([[text, row()]]);
  sinceStart.mockReturnValue(30_001);
  expect(await earlyAnswer(url, member)).toBeNull();
});

it.each([
  ["of another member", [[text, row()]], { headers: { ...member.headers, authorization: "Bearer other" } }],
  ["that differs in a header", [[text, row()]], { headers: { ...member.headers, prefer: "count=exact" } }],
  ["that was refused", [[text, Response.json({}, { status: 401 })]], member],
  ["that failed", [[text, null]], member],
  ["that changes something", [[text, row()]], { ...member, method: "POST" }],
] as const)("returns no response for a request %s", async (_which, answers, init) => {
  const { earlyAnswer } = await visitWith(answers.map(([of, answer]) => [of, answer]));
  expect(await earlyAnswer(url, init)).toBeNull();
});

it("stores the reads of the first page by address and member, without the token", async () => {
  const { earlyAnswer, keepFirstReads } = await visitWith([]);
  const together = { ...member, method: "POST", body: '{"_reads":[]}' };
  await earlyAnswer(url, member);
  await earlyAnswer("http://club/rest/v1/rpc/read_together", together);
  await earlyAnswer("http://club/rest/v1/user_predictions", { ...member, method: "POST" });
  keepFirstReads("petra");
  await earlyAnswer("http://club/rest/v1/news", member);
  keepFirstReads("petra");
  expect(kept()).toEqual({
    userId: "petra",
    pages: { "/matches": [text, expect.stringContaining(String.raw`"body":"{\"_reads\":[]}"`)] },
  });
  expect(localStorage.getItem("scoreline-auth-token-reads")).not.toContain("Bearer");
});

it("stores nothing for a visitor, and stops recording", async () => {
  const { earlyAnswer, keepFirstReads } = await visitWith([[text, row()]]);
  keepFirstReads(null);
  expect(await earlyAnswer(url, member)).toBeNull();
  keepFirstReads("petra");
  expect(kept()).toBeNull();
});

it("stores six reads of the last five addresses of one member, and none if the page has changed", async () => {
  for (const at of [1, 2, 3, 4, 5, 6, 7]) {
    const { earlyAnswer, keepFirstReads } = await visitWith([]);
    window.history.replaceState(null, "", `/groups/${at}`);
    if (window.earlyReads) window.earlyReads.address = at === 7 ? "/left" : `/groups/${at}`;
    for (const read of [1, 2, 3, 4, 5, 6, 7]) await earlyAnswer(`${url}?of=${read}`, member);
    keepFirstReads(at === 1 ? "olga" : "petra");
  }
  expect(Object.keys(kept().pages)).toEqual([2, 3, 4, 5, 6].map((at) => `/groups/${at}`));
  expect(kept().pages["/groups/6"]).toHaveLength(6);
});
