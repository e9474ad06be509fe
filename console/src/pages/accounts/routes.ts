import type { PageRoute } from "../../page-route.ts";

export const accountPages: readonly PageRoute[] = [];
