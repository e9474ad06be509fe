import { Coins, Scale, Snowflake } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const tokenPages: readonly PageRoute[] = [
  {
    area: "workspace",
    path: "tokens",
    title: "Tokens",
    permission: "tokens:read",
    nav: { group: "Money", label: "Tokens", icon: Coins, order: 26 },
    load: async () => (await import("./tokens-page.tsx")).TokensPage,
  },
  {
    area: "workspace",
    path: "tokens/new",
    title: "Issue token",
    keywords: "create stablecoin",
    permission: "tokens:write",
    load: async () => (await import("./new-token-page.tsx")).NewTokenPage,
  },
  {
    area: "workspace",
    path: "tokens/$valueType",
    title: "Token",
    permission: "tokens:read",
    load: async () => (await import("./token-page.tsx")).TokenPage,
  },
  {
    area: "workspace",
    path: "tokens/$valueType/mint",
    title: "Mint",
    permission: "self_attested_tokens:mint",
    load: async () => (await import("./movement-page.tsx")).MintPage,
  },
  {
    area: "workspace",
    path: "tokens/$valueType/burn",
    title: "Burn",
    permission: "self_attested_tokens:burn",
    load: async () => (await import("./movement-page.tsx")).BurnPage,
  },
  {
    area: "workspace",
    path: "tokens/$valueType/transfer",
    title: "Transfer tokens",
    permission: "self_attested_tokens:transfer",
    load: async () => (await import("./movement-page.tsx")).TokenTransferPage,
  },
  {
    area: "operations",
    path: "freezes",
    title: "Frozen addresses",
    keywords: "freeze unfreeze address block",
    permission: "freezes.read",
    nav: { group: "Compliance", label: "Frozen addresses", icon: Snowflake, order: 25 },
    load: async () => (await import("./freezes-page.tsx")).FreezesPage,
  },
  {
    area: "operations",
    path: "reconciliation",
    title: "Reconciliation",
    permission: "reconciliation.read",
    nav: { group: "Money", label: "Reconciliation", icon: Scale, order: 36 },
    load: async () => (await import("./reconciliation-page.tsx")).ReconciliationPage,
  },
];
