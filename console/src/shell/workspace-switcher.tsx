import { Popover, UnstyledButton } from "@mantine/core";
import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useMaybeWorkspace } from "../workspace/use-workspace.ts";
import { usePlace } from "./use-place.ts";
import classes from "./workspace-switcher.module.css";

const WorkspaceList = lazy(async () => ({ default: (await import("./workspace-list.tsx")).WorkspaceList }));

/** Shows the current workspace and switches to another one. */
export function WorkspaceSwitcher() {
  const [isOpen, setIsOpen] = useState(false);
  const { area } = usePlace();
  const workspace = useMaybeWorkspace();
  const names = { workspace: workspace?.name ?? "Workspace", operations: "Operations", me: "Workspaces" };
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" width={300} trapFocus shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes["target"]}
          aria-label={`${names[area]}: switch workspace`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classes["name"]}>{names[area]}</span>
          <ChevronsUpDown size={14} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label="Workspaces">
        <Suspense fallback={null}>
          <WorkspaceList onGone={() => setIsOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
