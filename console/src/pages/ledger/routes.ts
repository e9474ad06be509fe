import type { PageRoute } from "../../page-route.ts";

export const ledgerPages: readonly PageRoute[] = [];
