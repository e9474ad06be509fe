import { ListChecks, Stamp } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const approvalPages: readonly PageRoute[] = [
  {
    area: "workspace",
    path: "approvals",
    title: "Approvals",
    permission: "approvals:read",
    nav: { group: "Money", label: "Approvals", icon: Stamp, order: 28 },
    load: async () => (await import("./approvals-page.tsx")).ApprovalsPage,
  },
  {
    area: "workspace",
    path: "approvals/$approvalId",
    title: "Approval",
    permission: "approvals:read",
    load: async () => (await import("./approval-page.tsx")).ApprovalPage,
  },
  {
    area: "workspace",
    path: "approval-rules",
    title: "Approval rules",
    permission: "approvals:read",
    nav: { group: "Settings", label: "Approval rules", icon: ListChecks, order: 91 },
    load: async () => (await import("./rules-page.tsx")).RulesPage,
  },
  {
    area: "operations",
    path: "approvals",
    title: "Approvals",
    permission: "approvals.read",
    nav: { group: "Operations", label: "Approvals", icon: Stamp, order: 2 },
    load: async () => (await import("./approvals-page.tsx")).ApprovalsPage,
  },
  {
    area: "operations",
    path: "approvals/$approvalId",
    title: "Approval",
    permission: "approvals.read",
    load: async () => (await import("./approval-page.tsx")).ApprovalPage,
  },
  {
    area: "operations",
    path: "approval-rules",
    title: "Approval rules",
    permission: "approval_rules.read",
    nav: { group: "Administration", label: "Approval rules", icon: ListChecks, order: 91 },
    load: async () => (await import("./rules-page.tsx")).RulesPage,
  },
];
