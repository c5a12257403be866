// Before the modules that read the storage.
import "./browser/storage.ts";

import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import * as words from "#words/app";
import { paths } from "./paths.ts";
import "./app/styles.css";
import { Reasons } from "./app/reasons.tsx";
import { createRouter } from "./app/router.tsx";
import { connect } from "./backend/connection/client.ts";
import { loadConfig } from "./backend/connection/config.ts";
import { createQueryClient } from "./backend/connection/query-client.ts";
import { app } from "./browser/app-router.ts";
import { nextTask } from "./browser/when-idle.ts";
import { isRecovery, isRecoveryFlagged, linkProblem } from "./session/recovery.ts";
import { followSession } from "./session/session-store.ts";
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
    window.history.replaceState(null, "", `${paths.resetPassword}${search}${hash}`);
  const problem = linkProblem({ search, hash });
  // These pages show the problem themselves.
  const showsItself = [paths.resetPassword, paths.signIn] as string[];
  const isLinking = new URLSearchParams(search).has("linking");
  if (problem && !isLinking && !showsItself.includes(window.location.pathname)) toast.error(problem);
  connect(config);
  followSession();
  await nextTask();
  const router = createRouter();
  app.router = router;
  // In a transition React renders in slices, so that input is handled in between.
  const render = () =>
    startTransition(() =>
      root.render(
        <StrictMode>
          <QueryClientProvider client={createQueryClient()}>
            <Reasons>
              <RouterProvider router={router} />
            </Reasons>
          </QueryClientProvider>
        </StrictMode>,
      ),
    );
  // The first paint stays until the code of the first page is loaded, so that nothing flickers.
  if (router.state.initialized) render();
  else {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      render();
    });
  }
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
