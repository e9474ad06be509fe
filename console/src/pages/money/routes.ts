import type { PageRoute } from "../../page-route.ts";

export const moneyPages: readonly PageRoute[] = [];
