/** A club for tests of a part of the page in jsdom: a server on loopback that answers as the test says. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { connect } from "../backend/connection/client.ts";

/** Starts the club before the tests of the file, connects the page to it, and closes it after them. */
export function openFakeClub(answer: RequestListener): void {
  const club = createServer((request, response) => {
    // Under load Node's is old, and the page would correct its clock.
    response.sendDate = false;
    return answer(request, response);
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => club.listen(0, "127.0.0.1", listening));
    connect({
      url: `http://127.0.0.1:${(club.address() as AddressInfo).port}`,
      publishable_key: "key",
      // not a text: a name
      brand: "English Scoreline Club",
      time_zone: "Indian/Mauritius",
      sign_up: "email",
    });
  });
  afterAll(() => club.close());
}
