import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { useSession } from "../../../../session/session-store.ts";

interface LastSave {
  at: string;
  /** The admin's id; null for the secret key. */
  by: string | null;
  name: string;
}

/** The latest save of one of these settings; null if none was ever saved. */
const lastSave = (keys: readonly string[]) =>
  queryOptions({
    queryKey: [subject.settings, "last save", ...keys],
    queryFn: async (): Promise<LastSave | null> => {
      const { rest } = backend();
      const [row] = await dataOf(
        rest
          .from("admin_settings")
          .select("updated_at, updated_by")
          .in("setting_key", keys)
          .order("updated_at", { ascending: false })
          .limit(1),
      );
      if (!row) return null;
      const { updated_at: at, updated_by: by } = row;
      if (by === null) return { at, by, name: words.theServersOperator };
      const [profile] = await dataOf(rest.from("profiles").select("full_name").eq("id", by));
      return { at, by, name: profile?.full_name ?? words.aFormerOrganiser };
    },
  });

/**
 * Names the admin who saved last. If another admin saved after the form was opened, it says so, and offers to show their
 * changes.
 */
export function LastSavedBy({ keys, onShowTheirs }: { keys: readonly string[]; onShowTheirs: () => void }) {
  const { user } = useSession();
  const { data: last } = useQuery(lastSave(keys));
  const [opened, setOpened] = useState<LastSave | null | undefined>(undefined);
  if (opened === undefined && last !== undefined) setOpened(last);
  if (!last) return null;
  const when = kickOffInSentence(last.at, serverNow());
  if (opened === undefined || last.at === opened?.at || last.by === user?.id)
    return (
      <p className="muted">
        {last.by === user?.id ? words.savedByYou({ when }) : words.savedByName({ name: last.name, when })}
      </p>
    );
  return (
    <div className="notice saved-by-another" role="status">
      <p>{words.savedByNameSince({ name: last.name, when })}</p>
      <button type="button" className="btn secondary small" onClick={onShowTheirs}>
        {words.showTheirChanges}
      </button>
    </div>
  );
}
