import { Banknote, Inbox } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const paymentPages: readonly PageRoute[] = [
  {
    area: "workspace",
    path: "payments",
    title: "Payments",
    permission: "payments:read",
    nav: { group: "Money", label: "Payments", icon: Banknote, order: 23 },
    load: async () => (await import("./payments-page.tsx")).PaymentsPage,
  },
  {
    area: "workspace",
    path: "payments/$paymentId",
    title: "Payment",
    permission: "payments:read",
    load: async () => (await import("./payment-page.tsx")).PaymentPage,
  },
  {
    area: "operations",
    path: "suspense",
    title: "Suspense",
    keywords: "match return unmatched payments",
    permission: "suspense.read",
    nav: { group: "Money", label: "Suspense", icon: Inbox, order: 30 },
    load: async () => (await import("./suspense-page.tsx")).SuspensePage,
  },
  {
    area: "operations",
    path: "suspense/$paymentId",
    title: "Held payment",
    permission: "suspense.read",
    load: async () => (await import("./match-page.tsx")).MatchPage,
  },
];
