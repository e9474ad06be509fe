import { FileChartColumn } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const reportPages: readonly PageRoute[] = [
  {
    area: "workspace",
    path: "reports",
    title: "Reports",
    keywords: "statement pdf csv trial balance payouts 1099 audit extract month end",
    permission: "reports.read",
    nav: { group: "Money", label: "Reports", icon: FileChartColumn, order: 45 },
    load: async () => (await import("./reports-page.tsx")).ReportsPage,
  },
  {
    area: "operations",
    path: "reports",
    title: "Reports",
    keywords: "reconciliation bank chain differences pdf csv",
    permission: "platform_reports.read",
    nav: { group: "Money", label: "Reports", icon: FileChartColumn, order: 40 },
    load: async () => (await import("./platform-reports-page.tsx")).PlatformReportsPage,
  },
];
