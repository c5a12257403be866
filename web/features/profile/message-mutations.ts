import { backend } from "../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { ownWrite } from "../../backend/requests/marks.ts";
import type { MessageChoiceRow } from "../../backend/types/rows.ts";
import { addressOf } from "./message-queries.ts";

export async function chooseMessages({ kind, in_app, email, push }: MessageChoiceRow): Promise<void> {
  await ensureSuccess(
    ownWrite(
      subject.profile,
      backend().rest.rpc("set_message_choice", { _kind: kind, _in_app: in_app, _email: email, _push: push }),
    ),
  );
}

/** Replaces the calendar's URL and resolves to the new one. The old one stops working. */
export async function renewCalendar(): Promise<string> {
  return addressOf(await dataOf(backend().rest.rpc("renew_calendar_token")));
}
