import { MailCheck, Ticket, Users } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as words from "#words/auth";
import { paths, registerPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Redirect, useSearchParams } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { ResendButton } from "../../session/resend-button.tsx";
import { continuing, waitingGroup } from "../../session/return-path/continuation.ts";
import { forgetReturnPath, waitingCode } from "../../session/return-path/return-path.ts";
import { SessionLoading } from "../../session/session-loading.tsx";
import { useSession } from "../../session/session-store.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { Rich } from "../../ui/text/rich.tsx";
import { useFocusOnChange } from "../../ui/use-focus-on-change.ts";
import { AddPhoneForm } from "./add-phone-form.tsx";
import "./auth.css";
import { rewriteAddress } from "../../routing/page-history.ts";
import {
  exchangeMessage,
  finishProviderSignIn,
  providerAnswer,
} from "../../session/sign-in/provider-sign-in.ts";
import { type RegisterOutcome, resendConfirmation, type Unconfirmed } from "./auth-actions.ts";
import { AuthCover } from "./auth-cover.tsx";
import { shouldAskForPhone, shouldOfferPasskey } from "./first-steps.ts";
import { OtherWays } from "./other-ways.tsx";
import { PasskeyOffer } from "./passkey-offer.tsx";
import { RegisterForm } from "./register/register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useNextPage } from "./use-next-page.ts";
import { VerifyPhoneForm } from "./verify-phone-form.tsx";

export { AuthPage as Component };

type Step =
  | { kind: "form" }
  /** The provider's redirect brought a code, which is exchanged. */
  | { kind: "returning" }
  | { kind: "passkey offer" }
  | { kind: "add phone" }
  | { kind: "verify phone"; phone: string }
  | { kind: "check email"; email: string };

/** Signs in and registers, by email or phone, with a passkey or with a provider. */
function AuthPage() {
  const [parameters] = useSearchParams();
  const [answer] = useState(() => providerAnswer(parameters));
  const [step, setStep] = useState<Step>({ kind: answer.code ? "returning" : "form" });
  const [problem, setProblem] = useState(answer.error);
  // While a sign-in by password runs, the page stays, because it may have an offer afterwards.
  const [signingIn, setSigningIn] = useState(false);
  // Only renders the page again: what the visitor wanted first is in the storage of the tab.
  const [, setForgotten] = useState(false);
  const { user } = useSession();
  const focused = step.kind === "check email" || step.kind === "passkey offer" ? "h2" : "input";
  const form = useFocusOnChange<HTMLDivElement>(step.kind, focused);
  const registering = parameters.get("mode") === "register";
  const { next, nextForNew, open, finish, finishProvider } = useNextPage();
  useProviderReturn(answer.code, {
    onSignedIn: () => {
      void shouldAskForPhone().then((ask) =>
        ask ? setStep({ kind: "add phone" }) : finishProvider(words.welcomeBack),
      );
    },
    onProblem: (message) => {
      setProblem(message);
      setStep({ kind: "form" });
    },
  });
  if (step.kind === "returning") return <SessionLoading />;
  if (user && step.kind === "form" && !signingIn)
    return <Redirect to={registering ? nextForNew : next} state={continuing} />;

  const afterPassword = async () => {
    if (!(await shouldOfferPasskey())) return finish(words.welcomeBack);
    toast.success(words.welcomeBack);
    setStep({ kind: "passkey offer" });
  };
  const afterRegister = (outcome: RegisterOutcome) => {
    if (outcome.kind === "signed in") return finish(words.accountCreatedSuccessfully, nextForNew);
    if (outcome.kind === "check email") toast.success(words.checkYourEmailToast);
    setStep(outcome);
  };

  return (
    <Page name={registering ? words.register : words.signIn} className="auth">
      <AuthCover />
      <div className="auth-form" ref={form}>
        {step.kind === "form" && (
          <>
            <Tabs registering={registering} />
            <Waiting
              onForget={() => {
                forgetReturnPath();
                setForgotten(true);
              }}
            />
            {registering ? (
              <RegisterForm onRegistered={afterRegister} />
            ) : (
              <SignInForm
                onAttempt={setSigningIn}
                onSignedIn={afterPassword}
                onConfirm={(account) => setStep(confirmationOf(account))}
              />
            )}
            <OtherWays
              key={problem}
              registering={registering}
              firstProblem={problem}
              onSignedIn={() => finish(words.welcomeBack)}
            />
          </>
        )}
        {step.kind === "passkey offer" && <PasskeyOffer onDone={() => open(next)} />}
        {step.kind === "add phone" && (
          <>
            <h2>{words.addYourPhoneNumber}</h2>
            <AddPhoneForm onDone={() => finishProvider(words.welcome)} />
          </>
        )}
        {step.kind === "verify phone" && (
          <>
            <h2>{words.confirmYourNumber}</h2>
            <VerifyPhoneForm phone={step.phone} onVerified={() => open(nextForNew)} />
          </>
        )}
        {step.kind === "check email" && (
          <EmailSent email={step.email} onBack={() => setStep({ kind: "form" })} />
        )}
      </div>
    </Page>
  );
}

function confirmationOf(account: Unconfirmed): Step {
  return account.by === "phone"
    ? { kind: "verify phone", phone: account.phone }
    : { kind: "check email", email: account.email };
}

interface Returned {
  onSignedIn: () => void;
  onProblem: (message: string) => void;
}

/** Exchanges the code of a provider's redirect, once, and removes it from the address. */
function useProviderReturn(code: string | null, { onSignedIn, onProblem }: Returned): void {
  const started = useRef(false);
  useEffect(() => {
    if (window.location.search.includes("error")) rewriteAddress(paths.signIn);
    if (!code || started.current) return;
    started.current = true;
    rewriteAddress(paths.signIn);
    finishProviderSignIn(code).then(onSignedIn, (error: unknown) => onProblem(exchangeMessage(error)));
  });
}

function EmailSent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className="email-sent">
      <MailCheck size={40} aria-hidden="true" />
      <h2 tabIndex={-1}>{words.checkYourEmail}</h2>
      <p className="muted">
        <Rich parts={words.weSentALink({ email, b: (text) => <b>{text}</b> })} />
      </p>
      <ResendButton by="email" sent={words.linkSentAgain} send={() => resendConfirmation(email)}>
        {words.sendTheLinkAgain}
      </ResendButton>
      <Link className="btn secondary" to={paths.signIn} onClick={onBack}>
        {words.backToSignIn}
      </Link>
    </div>
  );
}

/** Says what is done after sign-in: the page to which the visitor returns has a code to redeem or a group to join. */
function Waiting({ onForget }: { onForget: () => void }) {
  const group = waitingGroup();
  const code = waitingCode();
  if (!group && !code) return null;
  const Icon = group ? Users : Ticket;
  return (
    <p className="notice">
      <Icon size={20} aria-hidden="true" />
      <span>
        {group ? (
          <Rich parts={words.youJoinAfterwards({ group, b: (text) => <b>{text}</b> })} />
        ) : (
          <span>{words.codeIsWaiting({ code: code ?? "" })}</span>
        )}{" "}
        <button type="button" className="btn link" onClick={onForget}>
          {words.notNow}
        </button>
      </span>
    </p>
  );
}

function Tabs({ registering }: { registering: boolean }) {
  return (
    <nav className="tabs" aria-label={words.signInOrRegister}>
      <Link to={paths.signIn} replace aria-current={registering ? undefined : "page"}>
        {words.signIn}
      </Link>
      <Link to={registerPath} replace aria-current={registering ? "page" : undefined}>
        {words.register}
      </Link>
    </nav>
  );
}
