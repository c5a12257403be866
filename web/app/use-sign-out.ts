import { useNavigate } from "react-router";
import { paths } from "../paths.ts";
import { signOut } from "../session/session-store.ts";
import { toast } from "../ui/overlays/toast.ts";

const redirectDelay = 500;

/** Signs out everywhere, says so, and goes to the root half a second later; not with whoever has gone elsewhere by then. */
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
