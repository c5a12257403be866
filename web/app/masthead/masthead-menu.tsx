import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import * as words from "#words/app";
import { paths, registerPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useLocation } from "../../routing/location.tsx";
import { nameOf, useSession } from "../../session/session-store.ts";
import { useBackToClose } from "../../ui/overlays/overlay-history.ts";
import { useSignOut } from "../use-sign-out.ts";
import { OrganiserLinks, PlayerLinks } from "./nav-links.tsx";

interface Props {
  setOpen: (isOpen: boolean) => void;
  /** The button that opened the menu. It gets the focus when Back or Escape closes the menu. */
  button: RefObject<HTMLButtonElement | null>;
}

/** The menu of small screens. Choosing a link, another page, Back or Escape closes it. */
export function MastheadMenu({ setOpen, button }: Props) {
  const onClose = () => setOpen(false);
  const { user } = useSession();
  const signOut = useSignOut();
  const { pathname } = useLocation();
  const openedOn = useRef(pathname);
  const dismiss = () => {
    onClose();
    button.current?.focus();
  };
  useBackToClose(true, dismiss);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (pathname !== openedOn.current) close();
  }, [pathname]);
  const onEscape = useEffectEvent(dismiss);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") onEscape();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <nav className="masthead-menu grass" id="menu" aria-label={words.menu}>
      {user ? (
        <>
          <p>{words.welcomeName({ name: nameOf(user) })}</p>
          <PlayerLinks onChoose={onClose} />
          <OrganiserLinks onChoose={onClose} />
          <button
            type="button"
            onClick={() => {
              onClose();
              signOut();
            }}
          >
            {words.signOut}
          </button>
        </>
      ) : (
        <>
          <Link to={paths.signIn} onClick={onClose}>
            {words.signIn}
          </Link>
          <Link to={registerPath} onClick={onClose}>
            {words.register}
          </Link>
        </>
      )}
    </nav>
  );
}
