import type { PageRoute } from "../../page-route.ts";

export const operationPages: readonly PageRoute[] = [];
