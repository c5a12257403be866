import { act } from "react";
import { beforeAll, expect, it } from "vitest";
import { authStorageKey } from "../backend/connection/stored-session.ts";
import { openFakeClub } from "../testing/fake-club.ts";
import { rendered } from "../testing/rendered.tsx";
import { signInAs } from "../testing/signed-in.ts";
import { useSession } from "./session-store.ts";

openFakeClub((_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end("[]");
});
beforeAll(() => signInAs("player"));

function Player() {
  return <output>{useSession().user?.id ?? "nobody"}</output>;
}

const changedElsewhere = (key: string) =>
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key, storageArea: localStorage })));

it("ends with the session that another tab removes, without the code of the auth service", async () => {
  const page = await rendered(<Player />);
  await changedElsewhere("cover-title");
  await changedElsewhere(authStorageKey);
  expect(page.text()).toBe("player");
  localStorage.removeItem(authStorageKey);
  await changedElsewhere(authStorageKey);
  expect(page.text()).toBe("nobody");
});
