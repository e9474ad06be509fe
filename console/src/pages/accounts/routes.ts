import { Building2 } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const accountPages: readonly PageRoute[] = [
  {
    area: "workspace",
    path: "accounts",
    title: "Accounts",
    permission: "accounts:read",
    nav: { group: "Customers", label: "Accounts", icon: Building2, order: 20 },
    load: async () => (await import("./accounts-page.tsx")).AccountsPage,
  },
  {
    area: "workspace",
    path: "accounts/new",
    title: "New account",
    keywords: "create customer onboarding",
    permission: "accounts:write",
    load: async () => (await import("./new-account-page.tsx")).NewAccountPage,
  },
  {
    area: "workspace",
    path: "accounts/$accountId",
    title: "Account",
    permission: "accounts:read",
    load: async () => (await import("./account-page.tsx")).AccountPage,
  },
];
