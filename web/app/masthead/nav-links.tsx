import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { clubPages } from "../../backend/queries/club-pages.ts";
import {
  adminDestinations,
  type Destination,
  helperDestinations,
  paths,
  playerDestinations,
} from "../../paths.ts";
import { NavLink } from "../../routing/link.tsx";
import { helperRoles } from "../../session/roles.ts";
import { useSession } from "../../session/session-store.ts";

interface Props {
  list: readonly Destination[];
  onChoose?: () => void;
}

/** The links of the navigation bar or menu. The current page is marked. */
export const NavLinks = memo(function Destinations({ list, onChoose }: Props) {
  return list.map(({ path, label }) => (
    <NavLink key={path} to={path} isExact={path === paths.home} {...(onChoose ? { onClick: onChoose } : {})}>
      {label}
    </NavLink>
  ));
});

/** The links of an admin or a helper to their screens; none for other members. */
export function OrganiserLinks({ onChoose }: Pick<Props, "onChoose">) {
  const { roles, isAdmin } = useSession();
  const own = helperRoles.filter((role) => roles.includes(role)).flatMap((role) => helperDestinations[role]);
  return <NavLinks list={isAdmin ? adminDestinations : own} {...(onChoose ? { onChoose } : {})} />;
}

/** A member's links: those of every club, and those for which this club has something to show. */
export function PlayerLinks({ onChoose }: Pick<Props, "onChoose">) {
  const { data } = useQuery(clubPages);
  const list = playerDestinations.filter(({ needs }) => !needs || data?.[needs]);
  return <NavLinks list={list} {...(onChoose ? { onChoose } : {})} />;
}
