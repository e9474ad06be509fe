import { Home, LayoutDashboard } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const homePages: readonly PageRoute[] = [
  {
    area: "workspace",
    path: "",
    title: "Home",
    permission: "workspace.read",
    nav: { group: "Workspace", label: "Home", icon: Home, order: 1 },
    load: async () => (await import("./home-page.tsx")).HomePage,
  },
  {
    area: "operations",
    path: "",
    title: "Overview",
    permission: "overview.read",
    nav: { group: "Operations", label: "Overview", icon: LayoutDashboard, order: 1 },
    load: async () => (await import("./overview-page.tsx")).OverviewPage,
  },
];
