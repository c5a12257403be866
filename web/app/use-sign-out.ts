import { useNavigate } from "react-router";
import { paths } from "../paths.ts";
import { signOut } from "../session/session-store.ts";
import { toast } from "../ui/overlays/toast.ts";

const redirectDelay = 500;

/**
 * Signs out of every session, shows a toast, and opens Home half a second later unless the player has navigated
 * meanwhile.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    void signOut().then(() => {
      toast.success("Signed out successfully");
      const { href } = window.location;
      setTimeout(() => {
        if (window.location.href === href) void navigate(paths.home);
      }, redirectDelay);
    });
  };
}
