import { Anchor, type AnchorProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useWorkspace } from "../workspace/use-workspace.ts";
import { splitPath } from "./split-path.ts";
import { workspacePath } from "../workspace/workspace-path.ts";

interface PageLinkProps extends Omit<AnchorProps, "children"> {
  /** A path of the console: `/ops/reviews`, or what `useWorkspaceLink()` makes. */
  readonly to: string;
  readonly children: ReactNode;
  readonly "aria-label"?: string;
}

/** A link to another page. */
export function PageLink({ to, children, ...rest }: PageLinkProps) {
  const { to: path, search } = splitPath(to);
  return (
    <Anchor component={Link} to={path} search={search} inherit {...rest}>
      {children}
    </Anchor>
  );
}

/** Makes paths of pages in this workspace: `link("transfers")`, `link("transfers", transferId)`. */
export function useWorkspaceLink(): (...segments: readonly string[]) => string {
  const { tenantId, network } = useWorkspace();
  return (...segments) => workspacePath(tenantId, network, ...segments);
}
