import { ShieldCheck, Users } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const peoplePages: readonly PageRoute[] = [
  {
    area: "operations",
    path: "people",
    title: "People",
    permission: "people.read",
    nav: { group: "Administration", label: "People", icon: Users, order: 90 },
    load: async () => (await import("./people-page.tsx")).PeoplePage,
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
    nav: { group: "You", label: "Security", icon: ShieldCheck, order: 10 },
    load: async () => (await import("./security-page.tsx")).SecurityPage,
  },
  {
    // Where somebody lands who belongs to no tenant.
    area: "me",
    path: "",
    title: "Security",
    load: async () => (await import("./security-page.tsx")).SecurityPage,
  },
];
