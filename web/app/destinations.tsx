import { NavLink } from "react-router";
import type { Destination } from "./paths.ts";

/** Links of a bar or a menu; the current one is marked. */
export function Destinations({ list, onChoose }: { list: readonly Destination[]; onChoose?: () => void }) {
  return list.map(({ path, label }) => (
    <NavLink key={path} to={path} end={path === "/"} {...(onChoose ? { onClick: onChoose } : {})}>
      {label}
    </NavLink>
  ));
}
