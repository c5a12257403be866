import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { NavLink } from "react-router";
import { clubPages } from "../../backend/queries/club-pages.ts";
import { type Destination, paths, playerDestinations } from "../../paths.ts";

interface Props {
  list: readonly Destination[];
  onChoose?: () => void;
}

/** The links of the navigation bar or menu. The current page is marked. */
export const NavLinks = memo(function Destinations({ list, onChoose }: Props) {
  return list.map(({ path, label }) => (
    <NavLink key={path} to={path} end={path === paths.home} {...(onChoose ? { onClick: onChoose } : {})}>
      {label}
    </NavLink>
  ));
});

/** A member's links: those of every club, and those for which this club has something to show. */
export function PlayerLinks({ onChoose }: Pick<Props, "onChoose">) {
  const { data } = useQuery(clubPages);
  const list = playerDestinations.filter(({ needs }) => !needs || data?.[needs]);
  return <NavLinks list={list} {...(onChoose ? { onChoose } : {})} />;
}
