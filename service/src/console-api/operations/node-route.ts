import Type from "typebox";
import { listNodes, NodeSchema } from "../../admin/index.ts";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { named } from "../../http/schemas.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

const NodesSchema = named(
  "ConsoleNodes",
  Type.Object({ nodes: Type.Array(NodeSchema, { description: "Newest first." }) }),
);

/** Processes of the service. */
export function nodeRoute({ database }: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/nodes`, {
    operationId: "listNodes",
    summary: "List nodes",
    access: { permission: "settings.read" },
    response: { description: "Nodes with a heartbeat within the last day.", schema: NodesSchema },
    handle: async () => present(NodesSchema, { nodes: await listNodes({ database }) }),
  });
}
