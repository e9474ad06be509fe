import { download, get } from "../../../api/client.ts";
import { useWorkspace } from "../../../workspace/use-workspace.ts";
import { filterQuery } from "./audit-entry.ts";
import { AuditView } from "./audit-view.tsx";

const path = "/console/api/workspaces/{tenant_id}/{network}/audit";

/** Audit log of the workspace. */
export function WorkspaceAuditPage() {
  const { params } = useWorkspace();
  return (
    <AuditView
      description="Changes by applications, users and the system. Entries are never modified or deleted."
      hasTenants={false}
      queryOf={(filters, place) => ({
        queryKey: ["workspace-audit", params, filters, place],
        queryFn: ({ signal }) =>
          get(path, { params: { path: params, query: { ...filterQuery(filters), ...place } }, signal }),
      })}
      save={(filters, { sort }) =>
        download(`${path}/export`, { params: { path: params, query: { ...filterQuery(filters), sort } } })
      }
    />
  );
}
