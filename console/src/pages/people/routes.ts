import type { PageRoute } from "../../page-route.ts";

export const peoplePages: readonly PageRoute[] = [];
