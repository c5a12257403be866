import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import { throwRefusal } from "../../shared/acts/throw-refusal.ts";
import { type Recipients, recipientArguments } from "./message-queries.ts";

/** A message as it is sent. `sendAt` is null to send it now. */
export interface NewMessage extends Recipients {
  title: string;
  message: string;
  type: string;
  sendAt: string | null;
}

/** Resolves to the number of members; null if the message is scheduled. */
export async function sendMessage(
  { title, message, type, sendAt, ...recipients }: NewMessage,
  requestKey: string,
): Promise<number | null> {
  const request = backend().rest.rpc("send_club_message", {
    _title: title,
    _message: message,
    _type: type,
    ...recipientArguments(recipients),
    ...(sendAt === null ? {} : { _send_at: sendAt }),
    _request_key: requestKey,
  });
  if (sendAt === null) return dataOf(request).catch(throwRefusal);
  await ensureSuccess(request).catch(throwRefusal);
  return null;
}

export const rescheduleMessage = (id: string, sendAt: string) =>
  ensureSuccess(backend().rest.rpc("reschedule_club_message", { _message_id: id, _send_at: sendAt })).catch(
    throwRefusal,
  );

export const cancelMessage = (id: string) =>
  ensureSuccess(backend().rest.rpc("cancel_club_message", { _message_id: id })).catch(throwRefusal);

/** Resolves to the number of bells from which it was removed. */
export const withdrawMessage = (id: string) =>
  dataOf(backend().rest.rpc("withdraw_club_message", { _message_id: id })).catch(throwRefusal);
