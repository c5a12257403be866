import { paths } from "../paths.ts";
import { app } from "../routing/app.ts";
import { rememberReturnPath } from "./return-path/return-path.ts";
import { forgetSession } from "./session-store.ts";

/** Leads to the sign-in page, which leads back here. The session of this device has ended. */
export function signInAgain(): void {
  const { pathname, search, hash } = window.location;
  rememberReturnPath(`${pathname}${search}${hash}`);
  forgetSession();
  // After the page has sent its visitor to Home.
  setTimeout(() => app.history?.navigate(paths.signIn));
}
