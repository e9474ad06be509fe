import { createContext, useContext } from "react";
import type { Permission } from "../permission.ts";
import type { Me } from "./me.ts";

export const MeContext = createContext<Me | undefined>(undefined);

/** The signed-in user. Defined on every page inside the shell. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error("useMe must be used inside the shell");
  return me;
}

/** Whether the user has a platform permission. For workspace permissions, use `useWorkspace().can`. */
export function useCan(permission: Permission): boolean {
  return useMe().platform_permissions.includes(permission);
}
