import * as words from "#words/app";
import { paths } from "../paths.ts";
import { app } from "../routing/app.ts";
import { useNavigate } from "../routing/location.tsx";
import { signOut } from "../session/session-store.ts";
import { toast } from "../ui/overlays/toast.ts";

const redirectDelay = 500;

/**
 * Signs out of every session, shows a toast, and opens Home half a second later unless the player has navigated
 * meanwhile. Asks first if unsaved input would be lost.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const leave = async () => {
    if (!((await app.guard?.mayEndVisit()) ?? true)) return;
    await signOut();
    toast.success(words.signedOutSuccessfully);
    const { href } = window.location;
    setTimeout(() => {
      if (window.location.href === href) navigate(paths.home);
    }, redirectDelay);
  };
  return () => void leave();
}
