import { Bell, ShieldCheck, Users } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const userPages: readonly PageRoute[] = [
  {
    area: "operations",
    path: "users",
    title: "Users",
    permission: "users.read",
    nav: { group: "Administration", label: "Users", icon: Users, order: 90 },
    load: async () => (await import("./users-page.tsx")).UsersPage,
  },
  {
    area: "workspace",
    path: "members",
    title: "Members",
    permission: "members.read",
    nav: { group: "Settings", label: "Members", icon: Users, order: 90 },
    load: async () => (await import("./members-page.tsx")).MembersPage,
  },
  {
    area: "me",
    path: "security",
    title: "Security",
    nav: { group: "Account", label: "Security", icon: ShieldCheck, order: 10 },
    load: async () => (await import("./security-page.tsx")).SecurityPage,
  },
  {
    area: "me",
    path: "notices",
    title: "Notices",
    nav: { group: "Account", label: "Notices", icon: Bell, order: 20 },
    load: async () => (await import("./notices-page.tsx")).NoticesPage,
  },
  {
    // Landing page of users without memberships.
    area: "me",
    path: "",
    title: "Security",
    load: async () => (await import("./security-page.tsx")).SecurityPage,
  },
];
