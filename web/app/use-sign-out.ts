import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { signOut } from "../session/session-store.ts";
import { toast } from "../ui/toast.ts";

const redirectDelay = 500;

/** Signs out, says so, and goes to the root half a second later. Nothing of the player stays in the cache. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () => {
    void signOut().then(() => {
      queries.clear();
      toast.success("Signed out successfully");
      setTimeout(() => void navigate("/"), redirectDelay);
    });
  };
}
