import Type from "typebox";
import { listNodes } from "../../admin/index.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named } from "../../http/schemas.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
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
export function nodeRoute(deps: ConsoleDeps): Route {
  return consoleRead({
    path: `${consolePath}/nodes`,
    operationId: "listNodes",
    summary: "List nodes",
    access: { permission: "settings.read" },
    responses: { 200: { description: "Nodes with a heartbeat within the last day.", schema: NodesSchema } },
    handle: async (request) => {
      const nodes = await listNodes(adminFor(deps, request));
      const shown = nodes.map(({ started, lastSeen, isGone, ...node }) => ({
        ...node,
        started_at: started,
        seen_at: lastSeen,
        is_gone: isGone,
      }));
      return { nodes: shown };
    },
  });
}
