import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";

export function searchRoutes(_deps: ConsoleDeps): readonly Route[] {
  return [];
}
