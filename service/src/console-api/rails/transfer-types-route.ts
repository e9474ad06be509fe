import { presentTransferTypes, TransferTypesSchema } from "../../addresses/index.ts";
import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

/** Names of chains and rails for all pages. */
export function consoleTransferTypesRoute({ config }: Pick<ConsoleDeps, "config">): Route {
  return consoleRead(`GET ${consolePath}/transfer-types`, {
    operationId: "console.listTransferTypes",
    summary: "List transfer types",
    access: { permission: "self" },
    response: { description: "All transfer types.", schema: TransferTypesSchema },
    handle: async () => presentTransferTypes(config.chains.names),
  });
}
