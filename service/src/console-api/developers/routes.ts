import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";

export function developerRoutes(_deps: ConsoleDeps): readonly Route[] {
  return [];
}
