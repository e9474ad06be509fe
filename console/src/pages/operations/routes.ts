import { Boxes, ListChecks, ScrollText, Server, Settings2 } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

const group = "Service";

export const operationPages: readonly PageRoute[] = [
  {
    area: "operations",
    path: "jobs",
    title: "Jobs",
    permission: "jobs.read",
    nav: { group, label: "Jobs", icon: ListChecks, order: 500 },
    load: async () => (await import("./jobs/jobs-page.tsx")).JobsPage,
  },
  {
    area: "operations",
    path: "jobs/$jobId",
    title: "Dead job",
    permission: "jobs.read",
    load: async () => (await import("./jobs/dead-job-page.tsx")).DeadJobPage,
  },
  {
    area: "operations",
    path: "chains",
    title: "Chains",
    permission: "chains.read",
    nav: { group, label: "Chains", icon: Boxes, order: 510 },
    load: async () => (await import("./chains/chains-page.tsx")).ChainsPage,
  },
  {
    area: "operations",
    path: "chains/$network/$chain",
    title: "Chain",
    permission: "chains.read",
    load: async () => (await import("./chains/chain-page.tsx")).ChainPage,
  },
  {
    area: "operations",
    path: "nodes",
    title: "Nodes",
    permission: "settings.read",
    nav: { group, label: "Nodes", icon: Server, order: 570 },
    load: async () => (await import("./nodes-page.tsx")).NodesPage,
  },
  {
    area: "operations",
    path: "audit",
    title: "Audit log",
    permission: "platform_audit.read",
    nav: { group, label: "Audit log", icon: ScrollText, order: 580 },
    load: async () => (await import("./audit/platform-audit-page.tsx")).PlatformAuditPage,
  },
  {
    area: "operations",
    path: "settings",
    title: "Settings",
    permission: "settings.read",
    nav: { group, label: "Settings", icon: Settings2, order: 590 },
    load: async () => (await import("./settings-page.tsx")).SettingsPage,
  },
  {
    area: "workspace",
    path: "audit",
    title: "Audit log",
    permission: "audit.read",
    nav: { group: "Settings", label: "Audit log", icon: ScrollText, order: 920 },
    load: async () => (await import("./audit/workspace-audit-page.tsx")).WorkspaceAuditPage,
  },
];
