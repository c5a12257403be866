import { backend } from "../../../../backend/connection/client.ts";
import { ensureSuccess } from "../../../../backend/connection/response.ts";

export const addNote = (userId: string, note: string, requestKey: string) =>
  ensureSuccess(
    backend().rest.rpc("add_member_note", { _user_id: userId, _note: note, _request_key: requestKey }),
  );

export const deleteNote = (id: string) =>
  ensureSuccess(backend().rest.rpc("delete_member_note", { _note_id: id }));

/** For a member who has confirmed the age on paper. */
export const confirmAgeOf = (userId: string) =>
  ensureSuccess(backend().rest.rpc("confirm_age_of_member", { _user_id: userId }));

export const messageMember = (userId: string, title: string, message: string, requestKey: string) =>
  ensureSuccess(
    backend().rest.rpc("message_member", {
      _user_id: userId,
      _title: title,
      _message: message,
      _request_key: requestKey,
    }),
  );
