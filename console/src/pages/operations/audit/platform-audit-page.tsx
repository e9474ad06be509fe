import { download, get } from "../../../api/client.ts";
import { type AuditFilters, filterQuery, given } from "./audit-entry.ts";
import { AuditView } from "./audit-view.tsx";

/** Who changed what, of all tenants and of the service itself. */
export function PlatformAuditPage() {
  return (
    <AuditView
      description="Who changed what, of all tenants and of the service itself. Entries are never changed or removed."
      hasTenants
      queryOf={(filters, place) => ({
        queryKey: ["audit", filters, place],
        queryFn: ({ signal }) =>
          get("/console/api/audit", { params: { query: { ...platformQuery(filters), ...place } }, signal }),
      })}
      save={(filters) => download("/console/api/audit/export", { params: { query: platformQuery(filters) } })}
    />
  );
}

function platformQuery(filters: AuditFilters) {
  return { ...filterQuery(filters), tenant_id: given(filters.tenant) };
}
