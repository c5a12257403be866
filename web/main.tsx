// Before the modules that read the storage.
import "./browser/storage.ts";

import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import * as words from "#words/app";
import { paths } from "./paths.ts";
import "./app/styles.css";
import { App } from "./app/layout.tsx";
import { Reasons } from "./app/reasons.tsx";
import { routes } from "./app/routes.ts";
import { connect } from "./backend/connection/client.ts";
import { loadConfig } from "./backend/connection/config.ts";
import { createQueryClient } from "./backend/connection/query-client.ts";
import { nextTask } from "./browser/when-idle.ts";
import { app } from "./routing/app.ts";
import { LocationProvider } from "./routing/location.tsx";
import { PageHistory, rewriteAddress } from "./routing/page-history.ts";
import { isRecovery, isRecoveryFlagged, linkProblem } from "./session/recovery.ts";
import { followSession } from "./session/session-store.ts";
import { followOverlays } from "./ui/overlays/overlay-history.ts";
import { toast } from "./ui/overlays/toast.ts";

const element = document.getElementById("root");
// not a text: for developers
if (!element) throw new Error("index.html has no #root");
const root = createRoot(element);

try {
  const config = await loadConfig();
  const { pathname, search, hash } = window.location;
  // A recovery link of an earlier version's email may open any page of the site. The session reads its parameters later, so they are kept.
  if (
    pathname !== paths.resetPassword &&
    pathname !== paths.emailLink &&
    isRecovery({ pathname, search, hash, flagged: isRecoveryFlagged() })
  )
    rewriteAddress(`${paths.resetPassword}${search}${hash}`);
  const problem = linkProblem({ search, hash });
  // These pages show the problem themselves.
  const showsItself = [paths.resetPassword, paths.signIn] as string[];
  const isLinking = new URLSearchParams(search).has("linking");
  if (problem && !isLinking && !showsItself.includes(window.location.pathname)) toast.error(problem);
  connect(config);
  followSession();
  await nextTask();
  const history = new PageHistory();
  app.history = history;
  followOverlays(history);
  // The first paint stays until the code of the first page is loaded, so that nothing flickers. A failure is shown in its place.
  await routes.find(history.location.pathname, history.location.key).catch(() => undefined);
  // In a transition React renders in slices, so that input is handled in between.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={createQueryClient()}>
          <Reasons>
            <LocationProvider history={history}>
              <App history={history} />
            </LocationProvider>
          </Reasons>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
} catch (error) {
  root.render(<StartFailure />);
  throw error;
}

/** Shown when the configuration cannot be loaded: the host is down, or the answer is not a configuration. */
function StartFailure() {
  return (
    <main className="page wrap centred">
      <div className="empty-state">
        <h1>{words.somethingWentWrong}</h1>
        <p>{words.serverDoesNotAnswer}</p>
        <button type="button" className="btn" onClick={() => window.location.reload()}>
          {words.refreshPage}
        </button>
      </div>
    </main>
  );
}
