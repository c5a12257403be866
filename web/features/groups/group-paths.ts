/** Addresses of a group, apart from `paths.ts`, which every page loads. */
import { paths } from "../../paths.ts";

export function groupPath(id: string): string {
  return paths.group.replace(":id", id);
}

/** The invite link without the host. */
export function joinGroupPath(code: string): string {
  return paths.joinGroup.replace(":code", code);
}
