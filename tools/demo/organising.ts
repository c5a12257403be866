/** What the demo's organiser has set up beside matches and codes: helpers, a note about a member and a scheduled message. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Must } from "./won-round.ts";

const ROLES = ["results", "money", "news"] as const;

/** `ids`: of the players, the demo's own first. `daysFromNow`: a date, `2026-11-21`. */
export async function addOrganising(
  rest: PostgrestClient,
  ids: readonly string[],
  daysFromNow: (days: number) => string,
  must: Must,
): Promise<void> {
  const [, ...others] = ids;
  for (const [at, role] of ROLES.entries()) {
    const id = others[at];
    if (id) await must(rest.rpc("set_helper_role", { _user_id: id, _role: role, _has_it: true }));
  }
  const member = others.at(-1);
  if (member)
    await must(
      rest.rpc("add_member_note", { _user_id: member, _note: "Has no smartphone: call before a lock." }),
    );
  await must(
    rest.rpc("send_club_message", {
      _title: "Club night",
      _message: "We watch the derby together on Saturday. Doors open an hour before the kick-off.",
      _send_at: `${daysFromNow(5)}T14:00:00Z`,
    }),
  );
}
