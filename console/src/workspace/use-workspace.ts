import { createContext, useContext } from "react";
import type { Permission } from "../permission.ts";
import type { Network } from "./network.ts";

/** A tenant on one network, with the user's permissions. */
export interface Workspace {
  readonly tenantId: string;
  readonly network: Network;
  readonly name: string;
  /** A tokenization account: it attests to its own tokens. */
  readonly selfAttested: boolean;
  readonly can: (permission: Permission) => boolean;
  /** Spread into the path parameters of API requests in this workspace. */
  readonly params: { readonly tenant_id: string; readonly network: Network };
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The workspace of the page. Defined on every page of the `workspace` area. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("useWorkspace must be used on a workspace page");
  return workspace;
}

/** The workspace of the page, if any. */
export function useMaybeWorkspace(): Workspace | undefined {
  return useContext(WorkspaceContext);
}
