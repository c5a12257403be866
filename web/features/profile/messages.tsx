import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageFor } from "../../backend/errors.ts";
import { messageKind } from "../../backend/message-kinds.ts";
import type { MessageChoiceRow } from "../../backend/rows.ts";
import { Failure } from "../../ui/failure.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { chooseMessages, messageChoices } from "./message-queries.ts";
import { PushHere } from "./push-here.tsx";
import "./messages.css";

const channels = [
  ["in_app", "In the app"],
  ["mail", "Mail"],
  ["push", "Push"],
] as const;

/** What the player wants to hear about, and where: a switch a kind and channel, saved as it is pressed. */
export function Messages({ userId, hasEmail }: { userId: string; hasEmail: boolean }) {
  const choices = useQuery(messageChoices(userId));
  return (
    <section aria-labelledby="messages">
      <div className="head">
        <h2 id="messages">Messages</h2>
        <p>Saved as you choose</p>
      </div>
      {choices.isPending && <SkeletonRows count={5} height={64} label="Loading your messages" />}
      {choices.isError && (
        <Failure
          title="Failed to load your messages"
          reason={messageFor(choices.error)}
          onRetry={() => void choices.refetch()}
        />
      )}
      {choices.data && (
        <>
          <ul className="choices">
            {choices.data.map((row) => (
              <Choice key={row.kind} row={row} userId={userId} />
            ))}
          </ul>
          {!hasEmail && <p className="choices-note">Mail needs an email address: add one above.</p>}
          <PushHere userId={userId} wanted={choices.data.some(({ push }) => push)} />
        </>
      )}
    </section>
  );
}

function Choice({ row, userId }: { row: MessageChoiceRow; userId: string }) {
  const queries = useQueryClient();
  const { queryKey } = messageChoices(userId);
  const put = (changed: MessageChoiceRow) =>
    queries.setQueryData(queryKey, (rows) =>
      rows?.map((known) => (known.kind === changed.kind ? changed : known)),
    );
  const choose = useMutation({
    mutationFn: chooseMessages,
    // One after the other: the last press of a row is its last word.
    scope: { id: `messages ${row.kind}` },
    onMutate: put,
    onError: (error) => {
      toast.error(messageFor(error));
      void queries.invalidateQueries({ queryKey });
    },
  });
  const words = messageKind(row.kind);
  if (!words) return null;
  return (
    <li>
      <fieldset>
        <legend>{words.title}</legend>
        <p>{words.when}</p>
        <div className="channels">
          {channels.map(([channel, name]) => (
            <label key={channel} className="check-field">
              <input
                type="checkbox"
                checked={row[channel]}
                onChange={({ target }) => choose.mutate({ ...row, [channel]: target.checked })}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
    </li>
  );
}
