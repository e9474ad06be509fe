import Type from "typebox";
import { findReconciliation, findTokenReconciliation, requestReconciliation } from "../../admin/index.ts";
import { principalOf } from "../../http/route.ts";
import { named, nullableString } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import {
  DifferenceSchema,
  isReconciling,
  presentDifference,
  presentReconciliation,
  ReconciliationSchema,
} from "../../tokens/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consolePath, endpoints, readEndpoint, workspacePath } from "../console-route.ts";

const LastReconciliationSchema = named(
  "ConsoleReconciliation",
  Type.Object({
    is_under_way: Type.Boolean(),
    last_run: Type.Union([Type.Null(), ReconciliationSchema], {
      description: "Null until the first run has finished.",
    }),
  }),
);

const TokenReconciliationSchema = named(
  "ConsoleTokenReconciliation",
  Type.Object({
    ended_at: nullableString({ format: "date-time", description: "Null before the first reconciliation." }),
    differences: Type.Array(DifferenceSchema),
    is_complete: Type.Boolean(),
  }),
);

export const reconciliationRoutes = endpoints<ConsoleDeps>([
  readEndpoint(`GET ${consolePath}/reconciliation`, {
    operationId: "getReconciliation",
    summary: "Get the last reconciliation of chains and ledger",
    access: { permission: "reconciliation.read" },
    response: { description: "The result.", schema: LastReconciliationSchema },
    handle: async (_, deps) => {
      const run = await findReconciliation(deps);
      return {
        is_under_way: await isReconciling(deps.database),
        last_run: run === undefined ? null : presentReconciliation(run),
      };
    },
  }),
  commandEndpoint(`POST ${consolePath}/reconciliation/runs`, {
    operationId: "requestReconciliation",
    summary: "Start a reconciliation",
    description: "A node with the role `worker` runs it. The result appears when it finishes.",
    access: { permission: "reconciliation.run" },
    response: { status: 202, description: "The run was requested." },
    handle: async (request, deps) => {
      await requestReconciliation(adminFor(deps, request));
    },
  }),
  readEndpoint(`GET ${workspacePath}/tokens/{value_type}/reconciliation`, {
    operationId: "getTokenReconciliation",
    summary: "Get the reconciliation of a token",
    description:
      "Differences of the last reconciliation: the token's supply, and addresses of this workspace.",
    access: { permission: "workspace.read" },
    response: { description: "Differences; empty if there are none.", schema: TokenReconciliationSchema },
    handle: async (request, deps) => {
      const { network, tenantId } = principalOf(request);
      const input = { network, tenantId, valueType: request.params["value_type"] ?? "" };
      const found = await findTokenReconciliation(deps, input);
      return {
        ended_at: found === undefined ? null : formatInstant(found.endedAt),
        differences: found?.differences.map(presentDifference) ?? [],
        is_complete: found?.isComplete ?? true,
      };
    },
  }),
]);
