import type { PageRoute } from "../../page-route.ts";

export const developerPages: readonly PageRoute[] = [];
