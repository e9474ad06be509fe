import { Gauge, Vault } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const moneyPages: readonly PageRoute[] = [
  {
    area: "operations",
    path: "treasury",
    title: "Treasury",
    permission: "treasury.read",
    nav: { group: "Money", label: "Treasury", icon: Vault, order: 32 },
    load: async () => (await import("./treasury-page.tsx")).TreasuryPage,
  },
  {
    area: "operations",
    path: "limits",
    title: "Limits and fees",
    permission: "limits.read",
    nav: { group: "Money", label: "Limits and fees", icon: Gauge, order: 37 },
    load: async () => (await import("./limits-page.tsx")).LimitsPage,
  },
];
