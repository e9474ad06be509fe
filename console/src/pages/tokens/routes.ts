import type { PageRoute } from "../../page-route.ts";

export const tokenPages: readonly PageRoute[] = [];
