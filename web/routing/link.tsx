import type { ComponentProps, MouseEvent } from "react";
import { useLocation, useNavigate } from "./location.tsx";
import type { NavigateOptions } from "./page-history.ts";

interface Props extends Omit<ComponentProps<"a">, "href">, NavigateOptions {
  /** The address of a page of the application. It may be relative to the current page: `?tab=2`. */
  to: string;
}

/** A link to a page of the application. The browser handles clicks with a modifier key and links to another window. */
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

/** A link in a navigation bar or menu. It is marked as current on its page and, unless `isExact`, on pages below that address. */
export function NavLink({ isExact = false, ...link }: Props & { isExact?: boolean }) {
  const { pathname } = useLocation();
  const isCurrent = pathname === link.to || (!isExact && pathname.startsWith(`${link.to}/`));
  return <Link {...link} {...(isCurrent ? { className: "active", "aria-current": "page" } : {})} />;
}
