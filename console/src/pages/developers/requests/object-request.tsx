import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { PageLink, useWorkspaceLink } from "../../../kit/page-link.tsx";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { objectRequestsQuery } from "./request-queries.ts";

/** Links from an object to the API request that created it, and to those that changed it since. */
export function ObjectRequest({ objectId }: { readonly objectId: string }) {
  const workspace = useWorkspace();
  const link = useWorkspaceLink();
  const isAllowed = workspace.can("requests.read");
  const { data } = useQuery({ ...objectRequestsQuery(workspace, objectId), enabled: isAllowed });
  const first = data?.requests.at(-1);
  if (!isAllowed) return "Your role can't read API requests";
  if (first === undefined) return data === undefined ? null : "None in the log";
  const others = (data?.requests.length ?? 1) - 1;
  return (
    <Group gap="xs">
      <PageLink to={link("requests", first.id)}>
        {first.operation} by {first.application_name ?? first.application_id}
      </PageLink>
      {others === 0 ? null : (
        <PageLink to={`${link("requests")}?object=${encodeURIComponent(objectId)}`}>{others} more</PageLink>
      )}
    </Group>
  );
}
