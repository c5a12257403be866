import { useEffect, useState } from "react";
import * as words from "#words/auth";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Page } from "../../session/page.tsx";
import { clearRecovery, flagRecovery, isRecoveryFlagged, linkProblem } from "../../session/recovery.ts";
import { SessionLoading } from "../../session/session-loading.tsx";
import { mustChangePassword, useSession } from "../../session/session-store.ts";
import { AuthCover } from "./auth-cover.tsx";
import "./auth.css";
import { usedOrExpired } from "./email-link.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import { RequestResetForm } from "./request-reset-form.tsx";

export { ResetPasswordPage as Component };

/** Requests a password reset, and sets the new password after the link in the email was opened. */
function ResetPasswordPage() {
  const { session, user, loading } = useSession();
  const isTemporary = mustChangePassword(user);
  // The form stays until it has finished, although the session says at once that the password was changed.
  useEffect(() => {
    if (isTemporary) flagRecovery();
  }, [isTemporary]);
  // Read once, because the session removes the parameters from the address.
  const [linkError] = useState(() => (linkProblem(window.location) ? usedOrExpired : null));
  if (loading) return <SessionLoading />;
  const recovering = session !== null && (isTemporary || isRecoveryFlagged());
  return (
    <Page className="auth">
      <AuthCover />
      <div className="auth-form">
        <h2>{recovering ? words.chooseANewPassword : words.resetYourPassword}</h2>
        {isTemporary && (
          <p className="notice warning" role="status">
            {words.temporaryPasswordLead}
          </p>
        )}
        {recovering ? <NewPasswordForm /> : <RequestResetForm linkError={linkError} />}
        {!isTemporary && (
          <p className="auth-link">
            <Link to={session ? paths.home : paths.signIn} onClick={clearRecovery}>
              {session ? words.notNow : words.backToSignIn}
            </Link>
          </p>
        )}
      </div>
    </Page>
  );
}
