import { FileStack, Files } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const railPages: readonly PageRoute[] = [
  {
    area: "operations",
    path: "rails",
    title: "Rails",
    permission: "rails.read",
    nav: { group: "Money", label: "Rails", icon: FileStack, order: 34 },
    load: async () => (await import("./rails-page.tsx")).RailsPage,
  },
  {
    area: "operations",
    path: "bank-files",
    title: "Bank files",
    permission: "rails.read",
    nav: { group: "Money", label: "Bank files", icon: Files, order: 35 },
    load: async () => (await import("./files-page.tsx")).FilesPage,
  },
  {
    area: "operations",
    path: "bank-files/$fileId",
    title: "Bank file",
    permission: "rails.read",
    load: async () => (await import("./file-page.tsx")).FilePage,
  },
];
