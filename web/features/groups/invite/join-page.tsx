import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { useAct } from "../../../backend/queries/use-act.ts";
import type { JoinedGroupRow } from "../../../backend/types/rows.ts";
import { paths, registerPath } from "../../../paths.ts";
import { useReturnHere } from "../../../session/return-path/use-return-path.ts";
import { SessionLoading } from "../../../session/session-loading.tsx";
import { useSession } from "../../../session/session-store.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { EmptyState } from "../../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../ui/loading/skeleton.tsx";
import { plural } from "../../../ui/text/plural.ts";
import { groupPath } from "../group-paths.ts";
import { invitation, joinGroup } from "../group-queries.ts";
import { InviteTicket } from "./invite-ticket.tsx";

export { JoinPage as Component };

/** Where an invite link leads: who invites, the group and its first three. A visitor signs up or in first and comes back. */
function JoinPage() {
  const { user, loading } = useSession();
  const { code = "" } = useParams();
  useReturnHere({ afterSignOut: true });
  return loading ? (
    <Page>
      <SessionLoading />
    </Page>
  ) : (
    <Invitation key={user?.id} code={code} isVisitor={user === null} />
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      {children}
    </main>
  );
}

function Invitation({ code, isVisitor }: { code: string; isVisitor: boolean }) {
  const found = useQuery(invitation(code, isVisitor));
  const [joined, setJoined] = useState(false);
  if (found.isPending)
    return (
      <Page>
        <SkeletonRows count={3} height={48} label="Loading the invitation" />
      </Page>
    );
  if (found.isLoadingError)
    return (
      <Page>
        <FailedQueries title="Failed to load the invitation" queries={[found]} />
      </Page>
    );
  if (!found.data?.group_id)
    return (
      <Page>
        <NoInvitation isVisitor={isVisitor} wait={found.data?.retry_after_seconds ?? null} />
      </Page>
    );
  return (
    <InviteTicket preview={found.data} joined={joined}>
      {joined ? (
        <Joined group={found.data.group_id} />
      ) : isVisitor ? (
        <VisitorActions />
      ) : found.data.outcome === "member" ? (
        <Link className="btn on-dark" to={groupPath(found.data.group_id)}>
          Open the group
        </Link>
      ) : (
        <JoinForm code={code} onJoined={() => setJoined(true)} />
      )}
    </InviteTicket>
  );
}

function VisitorActions() {
  return (
    <>
      <Link className="btn on-dark" to={registerPath}>
        Join and predict
      </Link>
      <Link to={paths.signIn}>I already have an account</Link>
    </>
  );
}

function Joined({ group }: { group: string }) {
  return (
    <>
      <Link className="btn on-dark" to={paths.matches}>
        Predict the first match
      </Link>
      <Link to={groupPath(group)}>Open the group</Link>
    </>
  );
}

function NoInvitation({ wait, isVisitor }: { wait: number | null; isVisitor: boolean }) {
  return (
    <>
      <h1 className="visually-hidden">Join a group</h1>
      <h2 className="visually-hidden">Invitation</h2>
      <EmptyState
        title={wait === null ? "This invite link is not valid" : "Too many wrong links"}
        action={
          <Link className="btn secondary" to={isVisitor ? paths.home : paths.groups}>
            {isVisitor ? "Home" : "Your groups"}
          </Link>
        }
      >
        {wait === null
          ? "It may have been renewed or mistyped. Ask the person who sent it for the present one."
          : `Try again in ${minutes(wait)}.`}
      </EmptyState>
    </>
  );
}

function JoinForm({ code, onJoined }: { code: string; onJoined: () => void }) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const join = useAct({
    act: () => joinGroup(code),
    onSuccess: (row) => {
      if (row.outcome !== "joined" && row.outcome !== "member") return setProblem(refusalOf(row));
      void queries.invalidateQueries({ queryKey: [subject.groups] });
      onJoined();
    },
    onError: (error) => setProblem(messageFor(error)),
  });
  return (
    <Form
      discards
      onSubmit={() => {
        setProblem(null);
        join.mutate();
      }}
    >
      <FormError message={problem} />
      <SubmitButton pending={join.isPending} className="btn on-dark full-width">
        Join group
      </SubmitButton>
    </Form>
  );
}

function refusalOf({ outcome, retry_after_seconds: wait }: JoinedGroupRow): string {
  if (outcome === "full") return "This group is full: it has 500 members.";
  if (outcome === "too_many") return "You are in 30 groups, which is the limit. Leave one first.";
  if (outcome === "locked") return `Too many wrong links. Try again in ${minutes(wait ?? 0)}.`;
  return "This invite link is not valid any more.";
}

function minutes(seconds: number): string {
  return plural(Math.max(1, Math.ceil(seconds / 60)), "minute");
}
