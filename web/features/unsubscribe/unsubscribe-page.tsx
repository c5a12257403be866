import { useMutation } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { dataOf } from "../../backend/answer.ts";
import { backend } from "../../backend/client.ts";
import { messageFor } from "../../backend/errors.ts";
import { messageKind } from "../../backend/message-kinds.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Problem } from "../../ui/problem.tsx";
import "./unsubscribe.css";

/** What a link in a mail leads to: no sign-in, and nothing happens before a button is pressed, because scanners follow links too. */
export function UnsubscribePage() {
  const [parameters] = useSearchParams();
  const token = parameters.get("token") ?? "";
  const kind = parameters.get("kind") ?? "";
  const words = messageKind(kind);
  return (
    <main className="page wrap unsubscribe" id="main" tabIndex={-1}>
      <div className="title">
        <h1>Mails from the club</h1>
      </div>
      {token && words ? (
        <Choice key={token + kind} token={token} kind={kind} mails={words.mails} />
      ) : (
        <UnknownLink />
      )}
    </main>
  );
}

function Choice({ token, kind, mails }: { token: string; kind: string; mails: string }) {
  const choose = useMutation({
    mutationFn: (wanted: boolean) =>
      dataOf(backend().rest.rpc(wanted ? "resubscribe" : "unsubscribe", { _token: token, _kind: kind })),
  });
  if (choose.data === false) return <UnknownLink />;
  const isOff = choose.isSuccess && choose.variables === false;
  const press = (wanted: boolean) => !choose.isPending && choose.mutate(wanted);
  return (
    <section className="panel" aria-live="polite">
      <h2>{choose.isSuccess ? (isOff ? "Turned off" : "Turned on again") : "Turn these mails off?"}</h2>
      <p>
        {choose.isSuccess
          ? isOff
            ? `You get no more ${mails}.`
            : `You get ${mails} again, as before.`
          : `You will get no more ${mails}. Other mails and messages stay as they are.`}
      </p>
      <Problem words={choose.isError ? messageFor(choose.error) : null} />
      <div className="acts">
        {isOff ? (
          <button
            type="button"
            className="btn quiet"
            aria-disabled={choose.isPending}
            onClick={() => press(true)}
          >
            Undo
          </button>
        ) : (
          <button type="button" className="btn" aria-disabled={choose.isPending} onClick={() => press(false)}>
            Turn off
          </button>
        )}
        <Link className="btn link" to="/profile">
          All my choices
        </Link>
      </div>
    </section>
  );
}

function UnknownLink() {
  return (
    <EmptyState
      title="This link is not known"
      action={
        <Link className="btn quiet" to="/profile">
          My choices
        </Link>
      }
    >
      It may have been cut off on its way, or its account is gone. Nothing has been changed. Signed in, you
      choose your messages in your profile.
    </EmptyState>
  );
}
