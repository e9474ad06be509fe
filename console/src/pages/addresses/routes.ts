import { Landmark, Scale } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const addressPages: readonly PageRoute[] = [
  {
    area: "workspace",
    path: "addresses",
    title: "Addresses",
    permission: "addresses:read",
    nav: { group: "Customers", label: "Addresses", icon: Landmark, order: 21 },
    load: async () => (await import("./addresses-page.tsx")).AddressesPage,
  },
  {
    area: "workspace",
    path: "addresses/new",
    title: "New address",
    keywords: "create wallet bank account counterparty",
    permission: "addresses:write",
    load: async () => (await import("./new-address-page.tsx")).NewAddressPage,
  },
  {
    area: "workspace",
    path: "addresses/link",
    title: "Link bank account",
    permission: "addresses:write",
    load: async () => (await import("./link-bank-page.tsx")).LinkBankPage,
  },
  {
    area: "workspace",
    path: "addresses/$addressId",
    title: "Address",
    permission: "addresses:read",
    load: async () => (await import("./address-page.tsx")).AddressPage,
  },
  {
    area: "workspace",
    path: "balances",
    title: "Balances",
    permission: "addresses:read",
    nav: { group: "Customers", label: "Balances", icon: Scale, order: 22 },
    load: async () => (await import("./balances-page.tsx")).BalancesPage,
  },
];
