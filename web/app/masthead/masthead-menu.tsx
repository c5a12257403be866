import { useEffect } from "react";
import { Link } from "react-router";
import { adminDestinations, paths, playerDestinations, registerPath } from "../../paths.ts";
import { nameOf, useSession } from "../../session/session-store.ts";
import { useSignOut } from "../use-sign-out.ts";
import { NavLinks } from "./nav-links.tsx";

/** The menu of small screens. Choosing a link or pressing Escape closes it. */
export function MastheadMenu({ onClose, onEscape }: { onClose: () => void; onEscape: () => void }) {
  const { user, isAdmin } = useSession();
  const signOut = useSignOut();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") onEscape();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onEscape]);

  return (
    <nav className="masthead-menu grass" id="menu" aria-label="Menu">
      {user ? (
        <>
          <p>Welcome, {nameOf(user)}</p>
          <NavLinks list={playerDestinations} onChoose={onClose} />
          {isAdmin && <NavLinks list={adminDestinations} onChoose={onClose} />}
          <button
            type="button"
            onClick={() => {
              onClose();
              signOut();
            }}
          >
            Sign Out
          </button>
        </>
      ) : (
        <>
          <Link to={paths.signIn} onClick={onClose}>
            Sign In
          </Link>
          <Link to={registerPath} onClick={onClose}>
            Register
          </Link>
        </>
      )}
    </nav>
  );
}
