import { ClipboardList } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const claimPages: readonly PageRoute[] = [
  {
    area: "operations",
    path: "claims",
    title: "Claims",
    permission: "claims.read",
    nav: { group: "Money", label: "Claims", icon: ClipboardList, order: 33 },
    load: async () => (await import("./claims-page.tsx")).ClaimsPage,
  },
  {
    area: "operations",
    path: "claims/$claimId",
    title: "Claim",
    permission: "claims.read",
    load: async () => (await import("./claim-page.tsx")).ClaimPage,
  },
];
