import Type from "typebox";
import { present } from "../../http/present.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named } from "../../http/schemas.ts";
import { selectNodes } from "../../jobs/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleRead } from "../console-route.ts";

const NodesSchema = named(
  "ConsoleNodes",
  Type.Object({
    nodes: Type.Array(
      named(
        "ConsoleNode",
        Type.Object({
          id: IdSchema,
          host: Type.String(),
          roles: Type.Array(Type.String()),
          version: Type.String(),
          started_at: DateTimeSchema,
          seen_at: DateTimeSchema,
          is_gone: Type.Boolean({ description: "No heartbeat for a minute." }),
        }),
      ),
      { description: "Newest first." },
    ),
  }),
);

/** Processes of the service. */
export function nodeRoute({ database }: ConsoleDeps): Route {
  return consoleRead(`GET ${consolePath}/nodes`, {
    operationId: "listNodes",
    summary: "List nodes",
    access: { permission: "settings.read" },
    response: { description: "Nodes with a heartbeat within the last day.", schema: NodesSchema },
    handle: async () => present(NodesSchema, { nodes: await selectNodes(database) }),
  });
}
