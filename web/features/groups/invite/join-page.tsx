import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router";
import * as words from "#words/groups";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { useAct } from "../../../backend/queries/use-act.ts";
import type { GroupPreviewRow, JoinedGroupRow } from "../../../backend/types/rows.ts";
import { matchPath, nextMatch, paths, registerPath } from "../../../paths.ts";
import { useReturnHere } from "../../../session/return-path/use-return-path.ts";
import { SessionLoading } from "../../../session/session-loading.tsx";
import { useSession } from "../../../session/session-store.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { EmptyState } from "../../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../ui/loading/skeleton.tsx";
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
        <SkeletonRows count={3} height={48} label={words.loadingTheInvitation} />
      </Page>
    );
  if (found.isLoadingError)
    return (
      <Page>
        <FailedQueries title={words.failedToLoadTheInvitation} queries={[found]} />
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
          {words.openTheGroup}
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
        {words.joinAndPredict}
      </Link>
      <Link to={paths.signIn}>{words.iAlreadyHaveAnAccount}</Link>
    </>
  );
}

function Joined({ group }: { group: string }) {
  return (
    <>
      <Link className="btn on-dark" to={matchPath(nextMatch)}>
        {words.predictTheFirstMatch}
      </Link>
      <Link to={groupPath(group)}>{words.openTheGroup}</Link>
    </>
  );
}

function NoInvitation({ wait, isVisitor }: { wait: number | null; isVisitor: boolean }) {
  return (
    <>
      <h1 className="visually-hidden">{words.joinAGroup}</h1>
      <h2 className="visually-hidden">{words.invitation}</h2>
      <EmptyState
        title={wait === null ? words.inviteLinkIsNotValid : words.tooManyWrongLinks}
        action={
          <Link className="btn secondary" to={isVisitor ? paths.home : paths.groups}>
            {isVisitor ? words.home : words.yourGroups}
          </Link>
        }
      >
        {wait === null ? words.whyTheLinkIsNotValid : words.tryAgainIn({ minutes: minutes(wait) })}
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
      // For a member who comes back to the link.
      queries.setQueryData(
        invitation(code, false).queryKey,
        (found): GroupPreviewRow | null | undefined => found && { ...found, outcome: "member" },
      );
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
        {words.joinGroup}
      </SubmitButton>
    </Form>
  );
}

function refusalOf({ outcome, retry_after_seconds: wait }: JoinedGroupRow): string {
  if (outcome === "full") return words.groupIsFull;
  if (outcome === "too_many") return words.tooManyGroups;
  if (outcome === "locked") return words.tooManyWrongLinksWait({ minutes: minutes(wait ?? 0) });
  return words.inviteLinkEndedMeanwhile;
}

function minutes(seconds: number): string {
  return words.countOfMinutes({ count: Math.max(1, Math.ceil(seconds / 60)) });
}
