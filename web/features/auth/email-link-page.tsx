import { KeyRound, MailCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as words from "#words/auth";
import * as sessionWords from "#words/session";
import { signInMessage } from "../../backend/accounts/account-errors.ts";
import { codeOf } from "../../backend/connection/error-kinds.ts";
import { useAct } from "../../backend/queries/use-act.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useLocation, useNavigate } from "../../routing/location.tsx";
import type { Location } from "../../routing/page-history.ts";
import { Page } from "../../session/page.tsx";
import { continuing } from "../../session/return-path/continuation.ts";
import { returnPath } from "../../session/return-path/return-path.ts";
import { SessionLoading } from "../../session/session-loading.tsx";
import { nameOf, useSession } from "../../session/session-store.ts";
import { FormError } from "../../ui/forms/form-error.tsx";
import { toast } from "../../ui/overlays/toast.ts";
import { Rich } from "../../ui/text/rich.tsx";
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
    title: words.confirmYourEmailAddress,
    lead: words.confirmEmailLead,
    button: words.confirmMyEmailAddress,
    done: words.yourEmailAddressIsConfirmed,
  },
  recovery: {
    title: words.resetYourPassword,
    lead: words.resetPasswordLead,
    button: words.chooseANewPassword,
    done: null,
  },
  magiclink: {
    title: words.signInWithYourLink,
    lead: words.linkLead,
    button: words.signInButton,
    done: words.welcomeBack,
  },
  email_change: {
    title: words.confirmYourNewEmailAddress,
    lead: words.changeEmailLead,
    button: words.confirmTheChange,
    done: words.emailHasBeenChanged,
  },
  invite: {
    title: words.youHaveBeenInvited,
    lead: words.invitedLead,
    button: words.acceptTheInvitation,
    done: words.welcome,
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
    if (hasToken(location)) navigate(paths.emailLink, { replace: true });
  }, [location, navigate]);
  if (loading) return <SessionLoading />;
  const { link, number } = opened;
  return (
    <Page name={link ? texts[link.type].title : undefined} className="auth">
      <AuthCover />
      <div className="auth-form">{link ? <Opened key={number} link={link} /> : <Incomplete />}</div>
    </Page>
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
  const content = useFocusOnChange<HTMLDivElement>(step, "h2");
  /** A further press while the next page loads or renders must not send the used link again. */
  const isUsed = useRef(false);
  const open = useAct({
    act: () => openEmailLink(link),
    onSuccess: (used) => {
      if (used === "half") return setStep("half");
      isUsed.current = true;
      if (done) toast.success(done);
      // The visitor has read beside the form of registration what follows.
      const state = link.type === "signup" ? continuing : null;
      return navigate(pageAfter(link), { replace: true, state });
    },
    onError: (error) => {
      if (codeOf(error) === "otp_expired") setStep("refused");
    },
  });
  const isBlocked = codeOf(open.error) === "user_banned";
  const Icon = link.type === "recovery" ? KeyRound : MailCheck;
  return (
    <div className="email-link" ref={content}>
      {step === "ready" && (
        <div className="next-step">
          <Icon size={40} aria-hidden="true" />
          <h2 tabIndex={-1}>{title}</h2>
          <p className="muted">{lead}</p>
          {!open.isPending && <OtherAccount />}
          <FormError
            message={isBlocked ? sessionWords.accountIsBlocked : open.error && signInMessage(open.error)}
          />
          <button
            type="button"
            className="btn full-width"
            aria-disabled={open.isPending}
            onClick={() => isUsed.current || open.mutate()}
          >
            {button}
          </button>
        </div>
      )}
      {step === "half" && (
        <div className="next-step">
          <MailCheck size={40} aria-hidden="true" />
          <h2 tabIndex={-1}>{words.firstOfTwoLinks}</h2>
          <p className="muted">{words.firstOfTwoLinksNext}</p>
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
        <Rich parts={words.signedInAs({ email: user.email ?? nameOf(user), b: (text) => <b>{text}</b> })} />
      </span>
    </p>
  );
}

/** After a refusal: how to get a new link of the same kind. */
function Refused({ type }: { type: EmailLinkType }) {
  const resendable = type === "signup" || type === "email_change";
  return (
    <>
      <h2 tabIndex={-1}>{words.getANewLink}</h2>
      {resendable ? <NewLinkForm type={type} /> : <RequestResetForm linkError={usedOrExpired} />}
      <Onward />
    </>
  );
}

function Incomplete() {
  return (
    <div className="next-step">
      <MailCheck size={40} aria-hidden="true" />
      <h2>{words.openTheLink}</h2>
      <p className="muted">{words.needsTheCompleteLink}</p>
      <p>
        <Link to={paths.resetPassword}>{words.newLinkForPassword}</Link>
      </p>
      <Onward />
    </div>
  );
}

function Onward() {
  const { user } = useSession();
  return (
    <p className="auth-link">
      <Link to={user ? paths.home : paths.signIn}>{user ? words.continueToHome : words.backToSignIn}</Link>
    </p>
  );
}
