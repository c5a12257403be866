import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { backend } from "../../backend/connection/client.ts";
import { messageFor } from "../../backend/connection/error-messages.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import type { GroupPreviewRow, JoinedGroupRow } from "../../backend/types/rows.ts";
import { paths, registerPath } from "../../paths.ts";
import { useReturnHere } from "../../session/return-path/use-return-path.ts";
import { SessionLoading } from "../../session/session-loading.tsx";
import { useSession } from "../../session/session-store.ts";
import { Form } from "../../ui/forms/form.tsx";
import { FormError } from "../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { plural } from "../../ui/text/plural.ts";
import { GroupBadge } from "./group-badge.tsx";
import { groupPath } from "./group-paths.ts";
import { invitation, joinGroup } from "./group-queries.ts";
import "./groups.css";

export { JoinPage as Component };

/** Where an invite link leads. A visitor signs up or in first and comes back. */
function JoinPage() {
  const { user, loading } = useSession();
  const { code = "" } = useParams();
  useReturnHere({ afterSignOut: true });
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      {loading ? <SessionLoading /> : user ? <Invitation code={code} /> : <VisitorInvitation />}
    </main>
  );
}

function VisitorInvitation() {
  return (
    <section className="invitation panel">
      <h1>You are invited to a group</h1>
      <p>
        Predict football scores in {backend().config.brand} and compare with your friends. Register or sign
        in, and you come back here to join.
      </p>
      <div className="actions">
        <Link className="btn" to={registerPath}>
          Register
        </Link>
        <Link className="btn secondary" to={paths.signIn}>
          Sign In
        </Link>
      </div>
    </section>
  );
}

function Invitation({ code }: { code: string }) {
  const found = useQuery(invitation(code));
  if (found.isPending) return <SkeletonRows count={3} height={48} label="Loading the invitation" />;
  if (found.isLoadingError) return <FailedQueries title="Failed to load the invitation" queries={[found]} />;
  if (!found.data?.group_id) return <NoInvitation wait={found.data?.retry_after_seconds ?? null} />;
  return <JoinForm code={code} preview={found.data} />;
}

function NoInvitation({ wait }: { wait: number | null }) {
  return (
    <>
      <h1 className="visually-hidden">Join a group</h1>
      <h2 className="visually-hidden">Invitation</h2>
      <EmptyState
        title={wait === null ? "This invite link is not valid" : "Too many wrong links"}
        action={
          <Link className="btn secondary" to={paths.groups}>
            Your groups
          </Link>
        }
      >
        {wait === null
          ? "It may have been renewed or mistyped. Ask the owner of the group for the present one."
          : `Try again in ${minutes(wait)}.`}
      </EmptyState>
    </>
  );
}

function JoinForm({ code, preview }: { code: string; preview: GroupPreviewRow }) {
  const navigate = useNavigate();
  const enter = (id: string | null) =>
    void navigate(id === null ? paths.groups : groupPath(id), { replace: true });
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const join = useAct({
    act: () => joinGroup(code),
    onSuccess: (row) => {
      if (row.outcome !== "joined" && row.outcome !== "member") return setProblem(refusalOf(row));
      toast.success(`Welcome to ${preview.name}`);
      void queries.invalidateQueries({ queryKey: [subject.groups] });
      enter(row.group_id);
    },
    onError: (error) => setProblem(messageFor(error)),
  });
  const isMember = preview.outcome === "member";
  return (
    <section className="invitation panel">
      <h1 className="group-title">
        <GroupBadge first={preview.first_colour ?? ""} second={preview.second_colour ?? ""} />
        {preview.name}
      </h1>
      <p>
        {plural(preview.members ?? 0, "member")}, owned by {preview.owner_name}. Points count{" "}
        {preview.counts_from_joining ? "from the day you join." : "for the whole season."}
      </p>
      {isMember ? (
        <Link className="btn" to={groupPath(preview.group_id ?? "")}>
          Open the group
        </Link>
      ) : (
        <Form
          discards
          onSubmit={() => {
            setProblem(null);
            join.mutate();
          }}
        >
          <FormError message={problem} />
          <SubmitButton pending={join.isPending} className="btn">
            Join group
          </SubmitButton>
        </Form>
      )}
    </section>
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
