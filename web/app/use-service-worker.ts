import { useEffect, useRef } from "react";
import { currentBuild } from "../backend/connection/current-build.ts";
import { serverNow } from "../backend/connection/server-clock.ts";
import { canHaveWorker, registerWorker } from "../backend/offline/service-worker-registration.ts";
import { hasPushDevice } from "../backend/push/push-device-key.ts";
import { whenIdle, whenSettled } from "../browser/when-idle.ts";
import { app } from "../routing/app.ts";
import { useLocation, useNavigate } from "../routing/location.tsx";

const updatePause = 15 * 60_000;

/**
 * Registers the service worker when the first page is shown, so that a reload works offline, and lets it download the other
 * pages after the first one is in use. A newer build takes over with the next navigation, never while a page is in use.
 */
export function useServiceWorker(userId: string | null): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const isOutdated = useRef(false);

  useEffect(() => {
    if (!canHaveWorker()) return;
    let registration: ServiceWorkerRegistration | null = null;
    let checkedAt = serverNow();
    const cancelRegistration = whenIdle(async () => {
      registration = await registerWorker();
    });
    // An installed page stays open for days, so it looks for a newer build when it becomes visible.
    const checkForUpdate = () => {
      if (document.visibilityState !== "visible" || serverNow() - checkedAt < updatePause) return;
      checkedAt = serverNow();
      registration?.update().catch(() => undefined);
    };
    document.addEventListener("visibilitychange", checkForUpdate);
    return () => {
      cancelRegistration();
      document.removeEventListener("visibilitychange", checkForUpdate);
    };
  }, []);

  const isMember = userId !== null;
  useEffect(() => {
    if (!canHaveWorker()) return;
    return whenSettled(async () => {
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ kind: "cache the rest", isMember });
    });
  }, [isMember]);

  useEffect(() => {
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const message = messageIn(data);
      if (message?.kind === "build") isOutdated.current = message.build !== currentBuild();
      if (message?.kind === "open") navigate(message.url);
      if (message?.kind === "push changed" && userId) void repairPushSubscription(userId);
    };
    navigator.serviceWorker?.addEventListener("message", onMessage);
    return () => navigator.serviceWorker?.removeEventListener("message", onMessage);
  }, [navigate, userId]);

  useEffect(() => {
    if (userId) void repairPushSubscription(userId);
  }, [userId]);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isOutdated.current && !app.guard?.hasUnsavedInput()) window.location.reload();
  }, [pathname]);
}

/** Loads the push code only where push was turned on. */
async function repairPushSubscription(userId: string): Promise<void> {
  if (hasPushDevice()) await (await import("../backend/push/push-repair.ts")).repairPush(userId);
}

type WorkerMessage =
  | { kind: "build"; build: string }
  | { kind: "open"; url: string }
  | { kind: "push changed" };

function messageIn(data: unknown): WorkerMessage | null {
  const text = (field: string) => {
    const value: unknown = typeof data === "object" && data !== null ? Reflect.get(data, field) : undefined;
    return typeof value === "string" ? value : "";
  };
  switch (text("kind")) {
    case "build":
      return { kind: "build", build: text("build") };
    case "open":
      return { kind: "open", url: text("url") };
    case "push changed":
      return { kind: "push changed" };
    default:
      return null;
  }
}
