import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import * as words from "#words/unsubscribe";
import { backend } from "../../backend/connection/client.ts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { messageKind } from "../../backend/types/message-kinds.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useSearchParams } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import "./unsubscribe.css";

export { UnsubscribePage as Component };

/** The page of the unsubscribe link in emails. Needs no session. Changes nothing by itself, because scanners open links too. */
function UnsubscribePage() {
  const [parameters] = useSearchParams();
  const token = parameters.get("token") ?? "";
  const kind = parameters.get("kind") ?? "";
  const texts = messageKind(kind);
  return (
    <Page title={words.emailsFromTheClub} className="page wrap unsubscribe">
      {token && texts ? <Choice token={token} kind={kind} emails={texts.emails} /> : <UnknownLink />}
    </Page>
  );
}

/** Whether the link's emails are on; null for an invalid link. */
const emailChoice = (token: string, kind: string) =>
  queryOptions({
    queryKey: ["email choice", token, kind],
    meta: { isOnDevice: false },
    queryFn: async () => {
      const [row] = await dataOf(backend().rest.rpc("email_choice", { _token: token, _kind: kind }));
      return row?.email ?? null;
    },
  });

function Choice({ token, kind, emails }: { token: string; kind: string; emails: string }) {
  const queries = useQueryClient();
  const options = emailChoice(token, kind);
  const choice = useQuery(options);
  const choose = useAct({
    act: (wanted: boolean) =>
      dataOf(backend().rest.rpc(wanted ? "resubscribe" : "unsubscribe", { _token: token, _kind: kind })),
    onSuccess: (isKnown, wanted) => queries.setQueryData(options.queryKey, isKnown ? wanted : null),
  });
  if (choice.isPending) return <SkeletonRows count={1} height={160} label={words.loadingYourChoice} />;
  if (choice.isLoadingError) return <FailedQueries title={words.failedToLoadYourChoice} queries={[choice]} />;
  if (choice.data === null) return <UnknownLink />;
  const isOn = choice.data;
  return (
    <section className="panel">
      <div aria-live="polite">
        <h2>{isOn ? words.turnTheseEmailsOff : words.theseEmailsAreOff}</h2>
        <p>{isOn ? words.youGetEmails({ emails }) : words.youNoLongerGetEmails({ emails })}</p>
      </div>
      <FormError message={choose.isError ? messageFor(choose.error) : null} />
      <div className="actions">
        <button
          type="button"
          className={isOn ? "btn" : "btn secondary"}
          aria-disabled={choose.isPending}
          onClick={() => choose.mutate(!isOn)}
        >
          {isOn ? words.turnOff : words.turnOnAgain}
        </button>
        <Link className="btn link" to={paths.profile}>
          {words.allMyChoices}
        </Link>
      </div>
    </section>
  );
}

function UnknownLink() {
  return (
    <section className="panel">
      <h2>{words.thisLinkIsNotValid}</h2>
      <p>{words.whyLinkIsNotValid}</p>
      <div className="actions">
        <Link className="btn secondary" to={paths.profile}>
          {words.myChoices}
        </Link>
      </div>
    </section>
  );
}
