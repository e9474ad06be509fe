import type { PageRoute } from "../../page-route.ts";

export const homePages: readonly PageRoute[] = [];
