import { Menu, Moon, Sun, X } from "lucide-react";
import { useRef, useState } from "react";
import * as words from "#words/app";
import { backend } from "../../backend/connection/client.ts";
import { paths, registerPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { nameOf, useSession } from "../../session/session-store.ts";
import { lazyOptionalWhenIdle } from "../../ui/loading/lazy-optional.tsx";
import { chooseTheme, useTheme } from "../../ui/theme.ts";
import { useSignOut } from "../use-sign-out.ts";
import { MastheadMenu } from "./masthead-menu.tsx";
import { OrganiserLinks, PlayerLinks } from "./nav-links.tsx";

const Bell = lazyOptionalWhenIdle(
  async () => (await import("../idle-parts.ts")).Bell,
  <span className="ghost" />,
);

/** The page header: the brand, the navigation and the account. On small screens the navigation becomes a menu. */
export function Masthead() {
  const { user, roles, loading } = useSession();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const signOut = useSignOut();

  return (
    <header className="masthead grass">
      <div className="wrap">
        <Link className="brand" to={paths.home}>
          <span className="brand-mark" aria-hidden="true">
            <b>3</b>
            <b>1</b>
          </span>
          <span>{backend().config.brand}</span>
        </Link>
        {user && (
          <nav className="nav" aria-label={words.main}>
            <PlayerLinks />
          </nav>
        )}
        <div className="masthead-end">
          {user && (
            <span className="welcome" title={nameOf(user)}>
              {words.welcomeName({ name: nameOf(user) })}
            </span>
          )}
          <ThemeSwitch />
          {user && <Bell key={user.id} userId={user.id} />}
          {!user && !loading && (
            <>
              <Link className="account-link sign-in" to={paths.signIn}>
                {words.signIn}
              </Link>
              <Link className="account-link register" to={registerPath}>
                {words.register}
              </Link>
            </>
          )}
          {user && (
            <button type="button" className="ghost log-out" onClick={signOut}>
              {words.logout}
            </button>
          )}
          <button
            type="button"
            className="ghost menu-button"
            ref={toggle}
            aria-label={open ? words.closeMenu : words.openMenu}
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
          >
            {open ? <X size={20} aria-hidden="true" /> : <Menu size={20} aria-hidden="true" />}
          </button>
        </div>
      </div>
      {user && roles.length > 0 && (
        <nav className="nav admin-nav" aria-label={words.organise}>
          <div className="wrap">
            <span>{words.organise}</span>
            <OrganiserLinks />
          </div>
        </nav>
      )}
      {open && <MastheadMenu setOpen={setOpen} button={toggle} />}
    </header>
  );
}

function ThemeSwitch() {
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  const Icon = theme === "dark" ? Moon : Sun;
  return (
    <button
      type="button"
      className="ghost"
      aria-label={other === "dark" ? words.switchToDark : words.switchToLight}
      onClick={() => chooseTheme(other)}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}
