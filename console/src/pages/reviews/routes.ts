import { ClipboardCheck } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

export const reviewPages: readonly PageRoute[] = [
  {
    area: "operations",
    path: "reviews",
    title: "Reviews",
    keywords: "approve reject account kyb verification",
    permission: "reviews.read",
    nav: { group: "Compliance", label: "Reviews", icon: ClipboardCheck, order: 20 },
    load: async () => (await import("./reviews-page.tsx")).ReviewsPage,
  },
  {
    area: "operations",
    path: "reviews/$accountId",
    title: "Review",
    permission: "reviews.read",
    load: async () => (await import("./review-page.tsx")).ReviewPage,
  },
];
