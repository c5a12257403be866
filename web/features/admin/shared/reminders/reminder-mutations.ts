import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";

/** What an organiser reminds a member of. */
export type ReminderSubject = "picks" | "payment";

/**
 * Notes for all organisers that one has written to the member, or with `isWritten` false that it was not sent. Returns when it was
 * written; null if it was not, or if the member has nothing left to be reminded of.
 */
export function noteReminder(
  userId: string,
  about: ReminderSubject,
  isWritten: boolean,
): Promise<string | null> {
  return dataOf(
    backend().rest.rpc("note_reminder", { _user_id: userId, _about: about, _is_written: isWritten }),
  );
}

/** Sends the member a message in the app, and notes it. `requestKey`: with that of an earlier call, nothing is sent again. */
export function remindInApp(
  userId: string,
  about: ReminderSubject,
  { title, message }: { title: string; message: string },
  requestKey: string,
): Promise<string | null> {
  return dataOf(
    backend().rest.rpc("remind_in_app", {
      _user_id: userId,
      _about: about,
      _title: title,
      _message: message,
      _request_key: requestKey,
    }),
  );
}
