import type { PageRoute } from "../../page-route.ts";

export const addressPages: readonly PageRoute[] = [];
