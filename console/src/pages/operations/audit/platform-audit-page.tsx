import { download, get } from "../../../api/client.ts";
import { type AuditFilters, filterQuery, given } from "./audit-entry.ts";
import { AuditView } from "./audit-view.tsx";

/** Audit log of all tenants and the platform. */
export function PlatformAuditPage() {
  return (
    <AuditView
      description="Changes across all tenants and the platform. Entries are never modified or deleted."
      hasTenants
      queryOf={(filters, place) => ({
        queryKey: ["audit", filters, place],
        queryFn: ({ signal }) =>
          get("/console/api/audit", { params: { query: { ...platformQuery(filters), ...place } }, signal }),
      })}
      save={(filters, { sort }) =>
        download("/console/api/audit/export", { params: { query: { ...platformQuery(filters), sort } } })
      }
    />
  );
}

function platformQuery(filters: AuditFilters) {
  return { ...filterQuery(filters), tenant_id: given(filters.tenant) };
}
