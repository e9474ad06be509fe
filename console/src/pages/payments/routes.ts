import type { PageRoute } from "../../page-route.ts";

export const paymentPages: readonly PageRoute[] = [];
