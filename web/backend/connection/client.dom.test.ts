import { expect, it } from "vitest";
import { openFakeClub } from "../../testing/fake-club.ts";
import { joined } from "../requests/read-together.ts";
import { backend } from "./client.ts";

const paths: string[] = [];

openFakeClub((request, response) => {
  if (request.url?.startsWith("/rest/")) paths.push(request.url);
  response.setHeader("content-type", "application/json").end("[]");
});

it("sends a visitor's reads one by one, also after auth-js has loaded", async () => {
  await backend().auth();
  await Promise.all([
    joined(backend().rest.rpc("club_records")),
    joined(backend().rest.rpc("home_leaderboards")),
  ]);
  expect(paths.toSorted()).toEqual(["/rest/v1/rpc/club_records", "/rest/v1/rpc/home_leaderboards"]);
});
