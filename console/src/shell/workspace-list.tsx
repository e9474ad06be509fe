import { Loader, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Building2, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { get } from "../api/client.ts";
import { ErrorNotice } from "../kit/error-notice.tsx";
import { useMe } from "../session/use-me.ts";
import { workspacePath } from "../workspace/workspace-path.ts";
import { goThroughList } from "./go-through-list.ts";
import classes from "./menu-list.module.css";
import { usePlace } from "./use-place.ts";

const typingMs = 200;

interface WorkspaceListProps {
  /** Called when a workspace was selected. */
  readonly onGone: () => void;
}

/** Workspaces that the user may open, searchable by name or id. Keeps the current network. */
export function WorkspaceList({ onGone }: WorkspaceListProps) {
  const [typed, setTyped] = useState("");
  const [query] = useDebouncedValue(typed.trim(), typingMs);
  const { data, error, isPending } = useQuery({
    queryKey: ["workspaces", query],
    queryFn: ({ signal }) =>
      get("/console/api/workspaces", { params: { query: { query: query || undefined } }, signal }),
    placeholderData: keepPreviousData,
  });
  const { operator_role } = useMe();
  const { network = "testnet", tenantId } = usePlace();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go through what is inside
    <div onKeyDown={goThroughList}>
      <TextInput
        aria-label="Find a workspace"
        placeholder="Find a workspace"
        size="sm"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className={classes["list"]}>
        {operator_role === null ? null : (
          <Item to="/ops" icon={<ShieldCheck size={14} aria-hidden />} onGone={onGone}>
            Operations
          </Item>
        )}
        {data?.workspaces.map(({ tenant_id, name }) => (
          <Item
            key={tenant_id}
            to={workspacePath(tenant_id, network)}
            isCurrent={tenant_id === tenantId}
            icon={<Building2 size={14} aria-hidden />}
            onGone={onGone}
          >
            {name}
          </Item>
        ))}
      </ul>
      {isPending ? <Loader size="xs" m="xs" /> : null}
      {error === null ? null : <ErrorNotice error={error} />}
      {data?.workspaces.length === 0 ? (
        <Text size="sm" c="dimmed" p="xs">
          {query === "" ? "You're not a member of any workspace yet." : "No matching workspaces."}
        </Text>
      ) : null}
    </div>
  );
}

interface ItemProps extends WorkspaceListProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}

function Item({ to, icon, isCurrent = false, children, onGone }: ItemProps) {
  return (
    <li>
      <Link
        to={to}
        className={classes["item"]}
        aria-current={isCurrent ? "true" : undefined}
        preload={false}
        onClick={onGone}
      >
        {icon}
        <span className={classes["name"]}>{children}</span>
      </Link>
    </li>
  );
}
