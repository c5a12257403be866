import type { User } from "@supabase/auth-js";
import { type ReactNode, type Ref, useDeferredValue, useEffect, useLayoutEffect } from "react";
import { backend } from "../backend/connection/client.ts";
import { useLocation } from "../routing/location.tsx";
import { useRouteTitle } from "../routing/routes.tsx";
import { useSession } from "./session-store.ts";

export interface PageProps {
  /** The heading, with a line below it and what can be done beside it. */
  title?: string;
  lead?: ReactNode;
  action?: ReactNode;
  /** In place of the heading: another one, or one as wide as the window. */
  head?: ReactNode;
  cover?: ReactNode;
  /** What the browser calls the page; otherwise the title of its route. */
  name?: string | undefined;
  className?: string;
  /** A page for members has a function, which is not called without a user. */
  children: ReactNode | ((user: User) => ReactNode);
  ref?: Ref<HTMLElement>;
}

/** The page below the header. It is painted with its heading first, and then with its content. */
export function Page({
  title,
  lead,
  action,
  head,
  cover,
  name,
  // not a text: classes
  className = "page wrap",
  children,
  ref,
}: PageProps) {
  useName(name);
  useFocus();
  const { user } = useSession();
  const heading =
    head ??
    (title !== undefined && (
      <div className="page-title">
        {lead === undefined ? (
          <h1>{title}</h1>
        ) : (
          <div>
            <h1>{title}</h1>
            <p>{lead}</p>
          </div>
        )}
        {action}
      </div>
    ));
  // A step back in the history restores the scroll position, which needs the content.
  const isAtOnce = useLocation().action === "POP" || !(heading || cover);
  const isContentDue = useDeferredValue(true, isAtOnce);
  const content = isContentDue && (typeof children === "function" ? user && children(user) : children);
  return (
    <main className={cover ? undefined : className} id="main" tabIndex={-1} ref={ref}>
      {cover || heading}
      {cover ? <div className={className}>{content}</div> : content}
    </main>
  );
}

/** Writes the title of the document: `name`, or the title in the route table, and the club's name. */
function useName(name: string | undefined): void {
  const ofRoute = useRouteTitle();
  const title = name ?? ofRoute;
  useLayoutEffect(() => {
    const { brand } = backend().config;
    document.title = title ? `${title} · ${brand}` : brand;
  }, [title]);
}

let lastPath = globalThis.location?.pathname;

/** A change of page moves the focus to its content. */
function useFocus(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (lastPath === pathname) return;
    lastPath = pathname;
    const main = document.getElementById("main");
    // A page may have put the focus into its first field.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
}
