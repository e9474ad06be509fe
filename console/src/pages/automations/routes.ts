import type { PageRoute } from "../../page-route.ts";

export const automationPages: readonly PageRoute[] = [];
