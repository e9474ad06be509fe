import type { PageRoute } from "../../page-route.ts";

export const heldPages: readonly PageRoute[] = [];
