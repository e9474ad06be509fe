import { Building } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const tenantPages: readonly PageRoute[] = [
  {
    area: "operations",
    path: "tenants",
    title: "Tenants",
    permission: "tenants.read",
    nav: { group: "Customers", label: "Tenants", icon: Building, order: 10 },
    load: async () => (await import("./tenants-page.tsx")).TenantsPage,
  },
  {
    area: "operations",
    path: "tenants/new",
    title: "New tenant",
    keywords: "create managing account",
    permission: "tenants.write",
    load: async () => (await import("./new-tenant-page.tsx")).NewTenantPage,
  },
  {
    area: "operations",
    path: "tenants/$tenantId",
    title: "Tenant",
    permission: "tenants.read",
    load: async () => (await import("./tenant-page.tsx")).TenantPage,
  },
];
