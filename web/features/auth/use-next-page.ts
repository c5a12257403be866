import { paths } from "../../paths.ts";
import { useNavigate } from "../../routing/location.tsx";
import { continuing } from "../../session/return-path/continuation.ts";
import { returnPath } from "../../session/return-path/return-path.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { isFirstSignIn } from "./first-steps.ts";

/** Where the sign-in page leads: to the page that the visitor wanted, otherwise to Home, and a new member to the first steps. */
export function useNextPage() {
  const navigate = useNavigate();
  const next = returnPath() ?? paths.home;
  const nextForNew = returnPath() ?? paths.welcome;
  const open = (page: string) => navigate(page, { replace: true, state: continuing });
  const finish = (message: string, page = next) => {
    toast.success(message);
    open(page);
  };
  return {
    next,
    nextForNew,
    open,
    finish,
    /** After a sign-in with a provider, which may have made the account. */
    finishProvider: async (message: string) => finish(message, (await isFirstSignIn()) ? nextForNew : next),
  };
}
