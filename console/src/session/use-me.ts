import { createContext, useContext } from "react";
import type { Permission } from "../permission.ts";
import type { Me } from "./me.ts";

export const MeContext = createContext<Me | undefined>(undefined);

/** Who is signed in. Pages are only shown to somebody who is, so there is always an answer. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error("useMe outside of a page");
  return me;
}

/** Whether the person may do this on the platform. Inside of a workspace, ask `useWorkspace().can`. */
export function useCan(permission: Permission): boolean {
  return useMe().platform_permissions.includes(permission);
}
