import { backend } from "../../../../backend/connection/client.ts";
import { dataOf, ensureSuccess } from "../../../../backend/connection/response.ts";
import type { TextKind } from "../../../../backend/types/notices.ts";

export interface NewVersion {
  kind: TextKind;
  content: string;
  asksAgain: boolean;
  /** The newest version that the organiser has seen; 0 for none. */
  seen: number;
}

/** Publishes a text as its next version. Refused with SL016 if there is a newer one than the organiser has seen. */
export const publishText = ({ kind, content, asksAgain, seen }: NewVersion, requestKey: string) =>
  dataOf(
    backend().rest.rpc("publish_club_text", {
      _kind: kind,
      _content: content,
      _asks_again: asksAgain,
      _seen: seen,
      _request_key: requestKey,
    }),
  );

export const withdrawText = (kind: TextKind) =>
  ensureSuccess(backend().rest.rpc("withdraw_club_text", { _kind: kind }));
