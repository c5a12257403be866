import { memo } from "react";
import { NavLink } from "react-router";
import { type Destination, paths } from "../../paths.ts";

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
