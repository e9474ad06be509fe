import { HandCoins } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const heldPages: readonly PageRoute[] = [
  {
    area: "operations",
    path: "held",
    title: "Held funds",
    keywords: "release reject sanctions matches held transfers deposits",
    permission: "held.read",
    nav: { group: "Compliance", label: "Held funds", icon: HandCoins, order: 30 },
    load: async () => (await import("./held-page.tsx")).HeldPage,
  },
  {
    area: "operations",
    path: "held/transfers/$transferId",
    title: "Held transfer",
    permission: "held.read",
    load: async () => (await import("./held-transfer-page.tsx")).HeldTransferPage,
  },
];
