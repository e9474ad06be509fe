import { ArrowLeftRight } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const transferPages: readonly PageRoute[] = [
  {
    area: "workspace",
    path: "transfers",
    title: "Transfers",
    permission: "transfers:read",
    nav: { group: "Money", label: "Transfers", icon: ArrowLeftRight, order: 20 },
    load: async () => (await import("./transfers-page.tsx")).TransfersPage,
  },
  {
    area: "workspace",
    path: "transfers/new",
    title: "New transfer",
    keywords: "create send money pay out on-ramp off-ramp",
    permission: "transfers:write",
    load: async () => (await import("./new-transfer-page.tsx")).NewTransferPage,
  },
  {
    area: "workspace",
    path: "transfers/$transferId",
    title: "Transfer",
    permission: "transfers:read",
    load: async () => (await import("./transfer-page.tsx")).TransferPage,
  },
];
