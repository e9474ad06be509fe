import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { accessRoute } from "./access-route.ts";
import { applicationRoutes } from "./application-routes.ts";
import { credentialRoutes } from "./credential-routes.ts";
import { requestRoutes } from "./request-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

export function developerRoutes(deps: ConsoleDeps): readonly Route[] {
  return [
    accessRoute(deps),
    ...applicationRoutes(deps),
    ...credentialRoutes(deps),
    ...requestRoutes(deps),
    ...webhookRoutes(deps),
  ];
}
