import type { PageRoute } from "../../page-route.ts";

export const reviewPages: readonly PageRoute[] = [];
