import type { PageRoute } from "../../page-route.ts";

export const railPages: readonly PageRoute[] = [];
