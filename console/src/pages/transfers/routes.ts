import type { PageRoute } from "../../page-route.ts";

export const transferPages: readonly PageRoute[] = [];
