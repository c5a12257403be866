import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as words from "#words/groups";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { useAct } from "../../../backend/queries/use-act.ts";
import type { GroupPreviewRow, JoinedGroupRow } from "../../../backend/types/rows.ts";
import { matchPath, nextMatch, paths, registerPath } from "../../../paths.ts";
import { Link } from "../../../routing/link.tsx";
import { useLocation, useNavigate } from "../../../routing/location.tsx";
import { useParams } from "../../../routing/routes.tsx";
import { Page } from "../../../session/page.tsx";
import { rememberWaitingGroup, useContinuation } from "../../../session/return-path/continuation.ts";
import { useReturnHere } from "../../../session/return-path/use-return-path.ts";
import { SessionLoading } from "../../../session/session-loading.tsx";
import { useSession } from "../../../session/session-store.ts";
import { Form } from "../../../ui/forms/form.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { EmptyState } from "../../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../ui/loading/skeleton.tsx";
import { toast } from "../../../ui/overlays/toast.ts";
import { joinGroup } from "../group-mutations.ts";
import { groupPath } from "../group-paths.ts";
import { invitation } from "../group-queries.ts";
import { InviteTicket } from "./invite-ticket.tsx";

export { JoinPage as Component };

/**
 * Where an invite link leads: who invites, the group and its first three. A visitor signs up or in first, which joins the group
 * too; who is signed in already presses one button, because a link may be opened by accident.
 */
function JoinPage() {
  const { user, loading } = useSession();
  const { code = "" } = useParams();
  const continues = useContinuation();
  useReturnHere({ afterSignOut: true });
  return loading ? (
    <Page>
      <SessionLoading />
    </Page>
  ) : (
    <Invitation key={user?.id} code={code} isVisitor={user === null} atOnce={continues} />
  );
}

interface InvitationProps {
  code: string;
  isVisitor: boolean;
  /** Joins without a press, after the sign-in of a visitor who pressed it before. */
  atOnce: boolean;
}

function Invitation({ code, isVisitor, atOnce }: InvitationProps) {
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
        <NoInvitation
          isVisitor={isVisitor}
          isContinued={atOnce}
          wait={found.data?.retry_after_seconds ?? null}
        />
      </Page>
    );
  return (
    <InviteTicket preview={found.data} joined={joined}>
      {joined ? (
        <Joined group={found.data.group_id} />
      ) : isVisitor ? (
        <VisitorActions group={found.data.name ?? ""} />
      ) : found.data.outcome === "member" ? (
        <Link className="btn on-dark" to={groupPath(found.data.group_id)}>
          {words.openTheGroup}
        </Link>
      ) : (
        <JoinForm
          code={code}
          group={found.data.name ?? ""}
          atOnce={atOnce}
          onJoined={() => setJoined(true)}
        />
      )}
    </InviteTicket>
  );
}

function VisitorActions({ group }: { group: string }) {
  const { pathname, search, hash } = useLocation();
  useEffect(
    () => rememberWaitingGroup(`${pathname}${search}${hash}`, group),
    [pathname, search, hash, group],
  );
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

interface NoInvitationProps {
  wait: number | null;
  isVisitor: boolean;
  isContinued: boolean;
}

function NoInvitation({ wait, isVisitor, isContinued }: NoInvitationProps) {
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
        {isContinued && <p>{words.signedInButNotInTheGroup}</p>}
        <p>{wait === null ? words.whyTheLinkIsNotValid : words.tryAgainIn({ minutes: minutes(wait) })}</p>
      </EmptyState>
    </>
  );
}

interface JoinFormProps {
  code: string;
  group: string;
  atOnce: boolean;
  onJoined: () => void;
}

function JoinForm({ code, group, atOnce, onJoined }: JoinFormProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
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
      if (!atOnce) return onJoined();
      toast.success(words.youAreInGroup({ group }));
      navigate(matchPath(nextMatch), { replace: true });
    },
    onError: (error) => setProblem(messageFor(error)),
  });
  const started = useRef(false);
  useEffect(() => {
    if (!atOnce || started.current) return;
    started.current = true;
    join.mutate();
  });
  return (
    <Form
      discards
      onSubmit={() => {
        setProblem(null);
        join.mutate();
      }}
    >
      <FormError message={problem && atOnce ? `${problem} ${words.signedInButNotInTheGroup}` : problem} />
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
