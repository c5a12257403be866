import { KeyRound, MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, type Location, useLocation, useNavigate } from "react-router";
import { backend } from "../../backend/connection/client.ts";
import { codeOf, messageFor } from "../../backend/connection/error-messages.ts";
import { useSingleRun } from "../../browser/use-single-run.ts";
import { paths } from "../../paths.ts";
import { returnPath } from "../../session/return-path/return-path.ts";
import { SessionLoading } from "../../session/session-loading.tsx";
import { nameOf, useSession } from "../../session/session-store.ts";
import { FormError } from "../../ui/forms/form-error.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { useFocusOnChange } from "../../ui/use-focus-on-change.ts";
import { openEmailLink } from "./auth-actions.ts";
import { AuthCover } from "./auth-cover.tsx";
import "./auth.css";
import { type EmailLink, type EmailLinkType, emailLinkIn, hasToken, usedOrExpired } from "./email-link.ts";
import { NewLinkForm } from "./new-link-form.tsx";
import { RequestResetForm } from "./request-reset-form.tsx";

export { EmailLinkPage as Component };

interface Texts {
  title: string;
  lead: string;
  button: string;
  /** The message after it; the new-password form needs none. */
  done: string | null;
}

const texts: Readonly<Record<EmailLinkType, Texts>> = {
  signup: {
    title: "Confirm your email address",
    lead: "Confirm that the address is yours to finish your registration.",
    button: "Confirm my email address",
    done: "Your email address is confirmed. Welcome!",
  },
  recovery: {
    title: "Reset your password",
    lead: "Continue, and choose a new password for your account.",
    button: "Choose a new password",
    done: null,
  },
  magiclink: {
    title: "Sign in with your link",
    lead: "Continue to sign in on this device.",
    button: "Sign in",
    done: "Welcome back!",
  },
  email_change: {
    title: "Confirm your new email address",
    lead: "Confirm that you want to change the email address of your account.",
    button: "Confirm the change",
    done: "Your email address has been changed.",
  },
  invite: {
    title: "You have been invited",
    lead: "Accept the invitation to open your account.",
    button: "Accept the invitation",
    done: "Welcome!",
  },
};

type Step = "ready" | "half" | "refused";

/**
 * The page of the links in the auth service's emails. Mail scanners open links too, so only its button uses a link up
 * (docs/decisions/0044). The token is removed from the address at once and never stored.
 */
function EmailLinkPage() {
  const location = useLocation();
  const navigate = useNavigate();
  const { loading } = useSession();
  const [opened, setOpened] = useState(() => openedAt(location, 0));
  // Another link may be opened in the same tab, which changes only the fragment.
  if (hasToken(location) && opened.location !== location) setOpened(openedAt(location, opened.number + 1));
  useEffect(() => {
    if (hasToken(location)) void navigate(paths.emailLink, { replace: true });
  }, [location, navigate]);
  if (loading) return <SessionLoading />;
  const { link, number } = opened;
  return (
    <main className="auth" id="main" tabIndex={-1}>
      <AuthCover />
      <div className="auth-form">{link ? <Opened key={number} link={link} /> : <Incomplete />}</div>
    </main>
  );
}

/** The link in the page's address. `number` tells apart links that are opened one after the other. */
function openedAt(location: Location, number: number) {
  return { link: emailLinkIn({ ...location, origin: window.location.origin }), location, number };
}

function Opened({ link }: { link: EmailLink }) {
  const { title, lead, button, done } = texts[link.type];
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>("ready");
  const [problem, setProblem] = useState<string | null>(null);
  const content = useFocusOnChange<HTMLDivElement>(step, "h2");
  useEffect(() => {
    document.title = `${title} · ${backend().config.brand}`;
  }, [title]);
  /** A further press while the next page loads or renders must not send the used link again. */
  const isUsed = useRef(false);
  const { pending, run } = useSingleRun(async () => {
    if (isUsed.current) return;
    setProblem(null);
    try {
      const used = await openEmailLink(link);
      if (used === "half") return setStep("half");
      isUsed.current = true;
      if (done) toast.success(done);
      await navigate(pageAfter(link), { replace: true });
    } catch (error) {
      if (codeOf(error) === "otp_expired") return setStep("refused");
      setProblem(
        codeOf(error) === "user_banned"
          ? "This account is blocked. Please ask an organiser."
          : messageFor(error, "sign-in"),
      );
    }
  });
  const Icon = link.type === "recovery" ? KeyRound : MailCheck;
  return (
    <div className="email-link" ref={content}>
      {step === "ready" && (
        <div className="next-step">
          <Icon size={40} aria-hidden="true" />
          <h2 tabIndex={-1}>{title}</h2>
          <p className="muted">{lead}</p>
          {!pending && <OtherAccount />}
          <FormError message={problem} />
          <button type="button" className="btn full-width" aria-disabled={pending} onClick={run}>
            {button}
          </button>
        </div>
      )}
      {step === "half" && (
        <div className="next-step">
          <MailCheck size={40} aria-hidden="true" />
          <h2 tabIndex={-1}>That was the first of two links.</h2>
          <p className="muted">
            Open the link we sent to your other address to finish changing your email. Until then you sign in
            with your old address.
          </p>
          <Onward />
        </div>
      )}
      {step === "refused" && <Refused type={link.type} />}
    </div>
  );
}

/** The page that a link opens; for a new member without one, the first steps. */
function pageAfter({ type, next }: EmailLink): string {
  if (type === "recovery") return paths.resetPassword;
  const isNew = type === "signup" || type === "invite";
  return isNew && next === paths.home && !returnPath() ? paths.welcome : next;
}

/** Says which account is signed in: the link may belong to another one, which only the server knows. */
function OtherAccount() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <p className="notice">
      <span>
        You are signed in as <b>{user.email ?? nameOf(user)}</b>. If the link was sent to another account,
        this device switches to that account.
      </span>
    </p>
  );
}

/** After a refusal: how to get a new link of the same kind. */
function Refused({ type }: { type: EmailLinkType }) {
  const resendable = type === "signup" || type === "email_change";
  return (
    <>
      <h2 tabIndex={-1}>Get a new link</h2>
      {resendable ? <NewLinkForm type={type} /> : <RequestResetForm linkError={usedOrExpired} />}
      <Onward />
    </>
  );
}

function Incomplete() {
  return (
    <div className="next-step">
      <MailCheck size={40} aria-hidden="true" />
      <h2>Open the link in your email</h2>
      <p className="muted">
        This page needs the complete link. Open it in the email again, or copy all of it into the address bar.
        It still works.
      </p>
      <p>
        <Link to={paths.resetPassword}>Get a new link for your password</Link>
      </p>
      <Onward />
    </div>
  );
}

function Onward() {
  const { user } = useSession();
  return (
    <p className="auth-link">
      <Link to={user ? paths.home : paths.signIn}>{user ? "Continue to Home" : "Back to Sign In"}</Link>
    </p>
  );
}
