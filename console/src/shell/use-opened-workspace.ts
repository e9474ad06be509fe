import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { forgetWorkspace, rememberWorkspace } from "../workspace/last-workspace.ts";
import type { Workspace } from "../workspace/use-workspace.ts";
import { workspaceQuery } from "../workspace/workspace-query.ts";
import { usePlace } from "./use-place.ts";

export type OpenedWorkspace =
  /** The path contains no workspace. */
  | { readonly state: "none" }
  | { readonly state: "missing" }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown; readonly again: () => unknown }
  | { readonly state: "open"; readonly workspace: Workspace };

/** The workspace of the current path. It is remembered as the last workspace if it can be opened. */
export function useOpenedWorkspace(): OpenedWorkspace {
  const { area, tenantId, network } = usePlace();
  const isNamed = area === "workspace" && tenantId !== undefined && network !== undefined;
  const { data, error, refetch } = useQuery({
    ...workspaceQuery(tenantId ?? "", network ?? "testnet"),
    enabled: isNamed,
  });
  useEffect(() => {
    if (data !== undefined) rememberWorkspace(data);
  }, [data]);
  useEffect(() => {
    if (error !== null) forgetWorkspace();
  }, [error]);
  if (area !== "workspace") return { state: "none" };
  if (!isNamed) return { state: "missing" };
  if (data !== undefined) return { state: "open", workspace: data };
  return error === null ? { state: "loading" } : { state: "failed", error, again: refetch };
}
