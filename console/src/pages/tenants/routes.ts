import type { PageRoute } from "../../page-route.ts";

export const tenantPages: readonly PageRoute[] = [];
