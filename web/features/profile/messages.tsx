import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/profile";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { messageKind } from "../../backend/types/message-kinds.ts";
import type { MessageChoiceRow } from "../../backend/types/rows.ts";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { chooseMessages } from "./message-mutations.ts";
import { messageChoices } from "./message-queries.ts";
import { PushSwitch } from "./push-switch.tsx";
import "./messages.css";

const channels = [
  ["in_app", words.inTheApp],
  ["email", words.email],
  ["push", words.push],
] as const;

/** The player's choices of messages: a checkbox for each kind and channel, saved immediately. */
export function Messages({ userId, hasEmail }: { userId: string; hasEmail: boolean }) {
  const choices = useQuery(messageChoices(userId));
  return (
    <section aria-labelledby="messages">
      <div className="section-head">
        <h2 id="messages">{words.messages}</h2>
        <p>{words.changesAreSavedAutomatically}</p>
      </div>
      <QueryView
        query={choices}
        failed={words.failedToLoadYourMessages}
        loading={{ count: 5, height: 124, label: words.loadingYourMessages }}
      >
        {(data) => (
          <>
            <ul className="message-choices">
              {data.map(({ kind }) => (
                <Choice key={kind} kind={kind} userId={userId} />
              ))}
            </ul>
            {!hasEmail && <p className="message-choices-note">{words.toGetEmails}</p>}
            <PushSwitch userId={userId} wanted={data.some(({ push }) => push)} />
          </>
        )}
      </QueryView>
    </section>
  );
}

function Choice({ kind, userId }: { kind: string; userId: string }) {
  const queries = useQueryClient();
  const options = messageChoices(userId);
  const saved = useQuery(options).data?.find((row) => row.kind === kind);
  // The latest choice, shown before it is saved. The next change is based on it, because the cache updates later.
  const [unsaved, setUnsaved] = useState<MessageChoiceRow | null>(null);
  const choose = useAct({
    act: chooseMessages,
    // Saves of one kind run in order, so that the last choice wins.
    scope: { id: `messages ${kind}` },
    onSuccess: (_, row) =>
      queries.setQueryData(options.queryKey, (rows) =>
        rows?.map((known) => (known.kind === kind ? row : known)),
      ),
    onError: (error) => toast.error(messageFor(error)),
    onSettled: (_, _error, row) => setUnsaved((last) => (last === row ? null : last)),
  });
  const change = (row: MessageChoiceRow) => {
    setUnsaved(row);
    choose.mutate(row);
  };
  const texts = messageKind(kind);
  const shown = unsaved ?? saved;
  if (!texts || !shown) return null;
  return (
    <li>
      <fieldset>
        <legend>{texts.title}</legend>
        <p>{texts.when}</p>
        <div className="channels">
          {channels.map(([channel, name]) => (
            <label key={channel} className="checkbox-field">
              <input
                type="checkbox"
                checked={shown[channel]}
                onChange={({ target }) => change({ ...shown, [channel]: target.checked })}
              />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </li>
  );
}
