import type { ComponentProps } from "react";
import { useLocation, useSearchParams } from "../../../routing/location.tsx";
import { lazyOptional } from "../../../ui/loading/lazy-optional.tsx";

const FollowLink = lazyOptional(async () => (await import("./follow-link.tsx")).FollowLink);

/** Follows a link to a match. Its code is loaded only when the address has one. */
export function LinkedMatch(props: Omit<ComponentProps<typeof FollowLink>, "wanted">) {
  const { key } = useLocation();
  const [parameters] = useSearchParams();
  const wanted = parameters.get("match");
  return wanted && <FollowLink key={key} wanted={wanted} {...props} />;
}
