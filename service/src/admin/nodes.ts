import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named } from "../http/schemas.ts";
import { type NodeSummary, selectNodes } from "../jobs/index.ts";
import type { AdminContext } from "./open-admin.ts";

export const NodeSchema = named(
  "ConsoleNode",
  Type.Object({
    id: IdSchema,
    host: Type.String(),
    roles: Type.Array(Type.String()),
    version: Type.String(),
    build: Type.Integer({ description: "Number of its newest migration." }),
    started_at: DateTimeSchema,
    seen_at: DateTimeSchema,
    draining_since: Type.Union([DateTimeSchema, Type.Null()], {
      description: "Since when it finishes its work and accepts no more.",
    }),
    is_gone: Type.Boolean({ description: "No heartbeat for a minute." }),
  }),
);

export const presentNode = (node: NodeSummary) => present(NodeSchema, node);

/** Nodes with a heartbeat within the last day, newest first. */
export function listNodes({ database }: Pick<AdminContext, "database">): Promise<readonly NodeSummary[]> {
  return selectNodes(database);
}
