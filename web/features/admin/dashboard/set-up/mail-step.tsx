import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import * as words from "#words/admin-set-up";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { ClubSetUpRow } from "../../../../backend/types/admin-rows.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { sendTestEmail, type TestEmail } from "./set-up-mutations.ts";

/** Sends a test email to the organiser's own address and shows what the mail server said. */
export function MailStep({ facts, onSkip }: { facts: ClubSetUpRow; onSkip: () => void }) {
  const test = useAdminMutation(
    () => sendTestEmail(),
    { success: null, failure: words.testFailed },
    { stale: [subject.dashboard] },
  );
  return (
    <>
      <div role="status" className="set-up-results">
        {facts.email === null ? (
          <Result isBad title={words.noEmailAddress}>
            <Link className="btn secondary small" to={paths.profile}>
              {words.openProfile}
            </Link>
          </Result>
        ) : test.data ? (
          <Outcome test={test.data} />
        ) : facts.test_email === "outbox" ? (
          <NoMailServer />
        ) : null}
        {test.problem && <Result isBad title={test.problem} />}
      </div>
      <div className="set-up-actions">
        {facts.email !== null && (
          <button
            type="button"
            className="btn"
            aria-disabled={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {test.isPending
              ? words.sending
              : facts.test_email === null
                ? words.sendATest
                : words.sendAnotherTest}
          </button>
        )}
        {facts.test_email !== "sent" && (
          <button type="button" className="btn link" onClick={onSkip}>
            {words.goOnWithoutMail}
          </button>
        )}
      </div>
    </>
  );
}

function Outcome({ test: { outcome, to, milliseconds, reason } }: { test: TestEmail }) {
  if (outcome === "outbox") return <NoMailServer />;
  if (outcome === "failed")
    return (
      <Result isBad title={words.mailServerRefused}>
        {reason}
      </Result>
    );
  const seconds = formatNumber(Math.max(1, Math.round(milliseconds / 1000)));
  return <Result title={words.testWasSent}>{words.toInSeconds({ to, seconds })}</Result>;
}

function NoMailServer() {
  return (
    <Result isBad title={words.noMailServer}>
      {words.noMailServerHow}
    </Result>
  );
}

function Result({
  title,
  isBad = false,
  children,
}: {
  title: string;
  isBad?: boolean;
  children?: ReactNode;
}) {
  const Icon = isBad ? CircleAlert : CircleCheck;
  return (
    <div className={isBad ? "notice warning" : "notice"}>
      <Icon size={20} aria-hidden="true" />
      <div>
        <b>{title}</b>
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
