import { MailCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { backend } from "../../backend/connection/client.ts";
import { paths, registerPath } from "../../paths.ts";
import { ResendButton } from "../../session/resend-button.tsx";
import { returnPath } from "../../session/return-path.ts";
import { useSession } from "../../session/session-store.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { useFocusOnChange } from "../../ui/use-focus-on-change.ts";
import "./auth.css";
import { type RegisterOutcome, resendConfirmation } from "./auth-actions.ts";
import { AuthCover } from "./auth-cover.tsx";
import { RegisterForm } from "./register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { VerifyPhoneForm } from "./verify-phone-form.tsx";

type Step =
  | { kind: "form" }
  | { kind: "verify phone"; phone: string }
  | { kind: "check email"; email: string };

/** Signs in and registers, by email or phone. */
export function AuthPage() {
  const [parameters] = useSearchParams();
  const [step, setStep] = useState<Step>({ kind: "form" });
  const { user } = useSession();
  const navigate = useNavigate();
  const form = useFocusOnChange<HTMLDivElement>(step.kind, step.kind === "check email" ? "h2" : "input");
  const registering = parameters.get("mode") === "register";
  useEffect(() => {
    document.title = `${registering ? "Register" : "Sign In"} · ${backend().config.brand}`;
  }, [registering]);
  // The page from which the route guard redirected the visitor, or Home.
  const next = returnPath() ?? paths.home;
  if (user && step.kind === "form") return <Navigate to={next} replace />;

  const finish = (message: string) => {
    toast.success(message);
    void navigate(next, { replace: true });
  };
  const afterRegister = (outcome: RegisterOutcome) => {
    if (outcome.kind === "signed in") return finish("Account created successfully!");
    if (outcome.kind === "check email") toast.success("Check your email to confirm your account!");
    setStep(outcome);
  };

  return (
    <main className="auth" id="main" tabIndex={-1}>
      <AuthCover />
      <div className="auth-form" ref={form}>
        {step.kind === "form" && (
          <>
            <nav className="tabs" aria-label="Sign in or register">
              <Link to={paths.signIn} replace aria-current={registering ? undefined : "page"}>
                Sign In
              </Link>
              <Link to={registerPath} replace aria-current={registering ? "page" : undefined}>
                Register
              </Link>
            </nav>
            {registering ? (
              <RegisterForm onRegistered={afterRegister} />
            ) : (
              <SignInForm
                onSignedIn={() => finish("Welcome back!")}
                onConfirm={(account) =>
                  setStep(
                    account.by === "phone"
                      ? { kind: "verify phone", phone: account.phone }
                      : { kind: "check email", email: account.email },
                  )
                }
              />
            )}
          </>
        )}
        {step.kind === "verify phone" && (
          <>
            <h2>Confirm your number</h2>
            <VerifyPhoneForm phone={step.phone} onVerified={() => void navigate(next, { replace: true })} />
          </>
        )}
        {step.kind === "check email" && (
          <div className="email-sent">
            <MailCheck size={40} aria-hidden="true" />
            <h2 tabIndex={-1}>Check your email</h2>
            <p className="muted">
              We sent a link to <b>{step.email}</b>. Open it within 24 hours to sign in.
            </p>
            <ResendButton sent="Link sent again" send={() => resendConfirmation(step.email)}>
              Send the link again
            </ResendButton>
            <Link className="btn secondary" to={paths.signIn} onClick={() => setStep({ kind: "form" })}>
              Back to Sign In
            </Link>
          </div>
        )}
      </div>
    </main>
  );
}
