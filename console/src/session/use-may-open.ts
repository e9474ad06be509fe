import type { PageRoute } from "../page-route.ts";
import { useMaybeWorkspace } from "../workspace/use-workspace.ts";
import { useMe } from "./use-me.ts";

/** Whether the user may open a page. For convenience only: the service enforces permissions. */
export function useMayOpen(): (page: PageRoute) => boolean {
  const me = useMe();
  const workspace = useMaybeWorkspace();
  return ({ area, permission, network }) => {
    if (area === "workspace" && workspace === undefined) return false;
    if (network !== undefined && workspace?.network !== network) return false;
    if (area === "operations" && me.operator_role === null) return false;
    if (permission === undefined) return true;
    if (me.platform_permissions.includes(permission)) return true;
    return area === "workspace" && workspace?.can(permission) === true;
  };
}
