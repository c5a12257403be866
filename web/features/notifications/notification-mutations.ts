import { backend } from "../../backend/connection/client.ts";
import { ensureSuccess } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { ownWrite } from "../../backend/requests/marks.ts";

export function markRead(id: string): Promise<void> {
  return ensureSuccess(ownWrite(subject.notifications, read().eq("id", id)));
}

export function markAllRead(userId: string): Promise<void> {
  return ensureSuccess(ownWrite(subject.notifications, read().eq("user_id", userId).eq("read", false)));
}

const read = () => backend().rest.from("notifications").update({ read: true });
