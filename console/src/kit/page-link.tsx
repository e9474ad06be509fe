import { Anchor, type AnchorProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useWorkspace } from "../workspace/use-workspace.ts";
import { workspacePath } from "../workspace/workspace-path.ts";
import { ConsoleLink } from "./console-link.tsx";

interface PageLinkProps extends Omit<AnchorProps, "children"> {
  /** A console path: `/ops/reviews`, or a result of `useWorkspaceLink()`. */
  readonly to: string;
  readonly children: ReactNode;
  readonly "aria-label"?: string;
}

export function PageLink({ to, children, ...rest }: PageLinkProps) {
  return (
    <Anchor component={ConsoleLink} to={to} inherit {...rest}>
      {children}
    </Anchor>
  );
}

/** Builds paths of pages in this workspace: `link("transfers")`, `link("transfers", transferId)`. */
export function useWorkspaceLink(): (...segments: readonly string[]) => string {
  const { tenantId, network } = useWorkspace();
  return (...segments) => workspacePath(tenantId, network, ...segments);
}
