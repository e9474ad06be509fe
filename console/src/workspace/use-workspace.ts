import { createContext, useContext } from "react";
import type { Permission } from "../permission.ts";
import type { Network } from "./network.ts";

/** One tenant in one network, as the person may see it. */
export interface Workspace {
  readonly tenantId: string;
  readonly network: Network;
  readonly name: string;
  /** A tokenization account: it vouches for its own tokens. */
  readonly selfAttested: boolean;
  readonly can: (permission: Permission) => boolean;
  /** Spread into the path parameters of whatever is asked of this workspace. */
  readonly params: { readonly tenant_id: string; readonly network: Network };
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The workspace of the page. Pages of the area `workspace` are only shown within one, so there is always an answer. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("useWorkspace outside of a workspace");
  return workspace;
}

/** The workspace of the page, if it has one. */
export function useMaybeWorkspace(): Workspace | undefined {
  return useContext(WorkspaceContext);
}
