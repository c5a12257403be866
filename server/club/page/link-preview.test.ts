import { expect, it, vi } from "vitest";
import { askForPreview } from "./link-preview.ts";

const invite = {
  kind: "invite" as const,
  image: "/picture?of=AB12",
  facts: { inviter: 'Ann & "Bob"', group: "Reds", members: 2 },
};

it("asks the data API as the visitor, and waits two seconds for an answer at most", async () => {
  const request = new Request("http://club.example/join/AB12", {
    headers: { accept: "text/html", cookie: "a=b", "if-none-match": '"x"', "x-forwarded-for": "192.0.2.1" },
  });
  const from = (rest: (asked: Request) => Promise<Response>) =>
    askForPreview(rest, "sb_publishable_x", "/join/AB12", request, {});
  const seen: Request[] = [];
  const answered = await from(async (asked) => {
    seen.push(asked);
    return Response.json([invite]);
  });
  expect(answered).toEqual(invite);
  const [asked] = seen;
  expect(Object.fromEntries(asked?.headers ?? [])).toEqual({
    apikey: "sb_publishable_x",
    "content-type": "application/json",
    "x-forwarded-for": "192.0.2.1",
  });
  expect(await asked?.json()).toEqual({ _path: "/join/AB12" });
  expect(await from(async () => Response.json([]))).toBeNull();
  expect(await from(async () => Response.json([{ ...invite, image: "//evil" }], { status: 500 }))).toBeNull();
  expect(await from(() => Promise.reject(new Error("closed")))).toBeNull();
  vi.useFakeTimers();
  let preview: unknown = "waiting";
  void from(() => new Promise(() => undefined)).then((answer) => {
    preview = answer;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(preview).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(preview).toBeNull();
  vi.useRealTimers();
});
