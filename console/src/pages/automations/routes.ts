import { Repeat } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const automationPages: readonly PageRoute[] = [
  {
    area: "workspace",
    path: "automations",
    title: "Automations",
    permission: "automations:read",
    nav: { group: "Money", label: "Automations", icon: Repeat, order: 25 },
    load: async () => (await import("./automations-page.tsx")).AutomationsPage,
  },
  {
    area: "workspace",
    path: "automations/new",
    title: "New automation",
    keywords: "create virtual account deposit address",
    permission: "automations:write",
    load: async () => (await import("./new-automation-page.tsx")).NewAutomationPage,
  },
  {
    area: "workspace",
    path: "automations/$accountId/$automationId",
    title: "Automation",
    permission: "automations:read",
    load: async () => (await import("./automation-page.tsx")).AutomationPage,
  },
];
