import type { ComponentProps, MouseEvent } from "react";
import { useLocation, useNavigate } from "./location.tsx";
import type { NavigateOptions } from "./page-history.ts";

interface Props extends Omit<ComponentProps<"a">, "href">, NavigateOptions {
  /** The address of a page of the application, also relative to the current one: `?tab=2`. */
  to: string;
}

/** A link to a page of the application. A click with a key held, or to another window, is left to the browser. */
export function Link({ to, replace, state, keepsScroll, onClick, ...rest }: Props) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const href = to.startsWith("?") ? pathname + to.replace(/^\?$/, "") : to;
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event) || (rest.target && rest.target !== "_self")) return;
    event.preventDefault();
    const isHere = href === pathname + search + hash;
    navigate(href, {
      replace: replace ?? isHere,
      ...(state === undefined ? {} : { state }),
      ...(keepsScroll === undefined ? {} : { keepsScroll }),
    });
  };
  return <a {...rest} href={href} onClick={open} />;
}

function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}

/** A link of a bar or menu. It is marked on its page, and unless `isExact` on the pages below. */
export function NavLink({ isExact = false, ...link }: Props & { isExact?: boolean }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === link.to || (!isExact && pathname.startsWith(`${link.to}/`));
  return <Link {...link} {...(isCurrent ? { className: "active", "aria-current": "page" } : {})} />;
}
