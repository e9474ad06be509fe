import Type, { type Static } from "typebox";
import {
  type DifferenceView,
  isReconciliationUnderWay,
  requestReconciliation,
  showReconciliation,
  showTokenReconciliation,
} from "../../admin/index.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { RefusalError } from "../../kernel/refusal.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consoleCommand, consolePath, consoleRead, workspacePath } from "../console-route.ts";

export function reconciliationRoutes(deps: ConsoleDeps): readonly Route[] {
  return [showRoute(deps), runRoute(deps), tokenRoute(deps)];
}

const DifferenceSchema = named(
  "ConsoleDifference",
  Type.Object({
    network: Type.Enum(["testnet", "mainnet"]),
    transfer_type: Type.String({ description: "Chain." }),
    value_type: Type.String(),
    tenant_id: nullableString({ description: "Null for a supply." }),
    address_id: nullableString({ description: "Null for a supply." }),
    on_chain: nullableString({ description: "Null if the chain was unreachable." }),
    in_ledger: Type.String(),
    cause: Type.String(),
  }),
);

const RunSchema = Type.Object({
  id: Type.String(),
  started_at: DateTimeSchema,
  ended_at: DateTimeSchema,
  compared: Type.Integer(),
  explained: Type.Integer({ description: "Differences in flight." }),
  different: Type.Integer(),
  unverified: Type.Integer({ description: "Chain unreachable." }),
  differences: Type.Array(DifferenceSchema),
  is_complete: Type.Boolean({ description: "False if there are more differences than returned." }),
});

const ReconciliationSchema = named(
  "ConsoleReconciliation",
  Type.Object({
    is_under_way: Type.Boolean(),
    last_run: Type.Union([Type.Null(), RunSchema], { description: "Null until the first run has finished." }),
  }),
);

function showRoute(deps: ConsoleDeps): Route {
  return consoleRead({
    path: `${consolePath}/reconciliation`,
    operationId: "getReconciliation",
    summary: "Get the last reconciliation of chains and ledger",
    access: { permission: "reconciliation.read" },
    responses: { 200: { description: "The result.", schema: ReconciliationSchema } },
    handle: async (request) => {
      const admin = adminFor(deps, request);
      return { is_under_way: await isReconciliationUnderWay(admin), last_run: await lastRun(admin) };
    },
  });
}

async function lastRun(
  admin: Parameters<typeof showReconciliation>[0],
): Promise<Static<typeof RunSchema> | null> {
  const run = await orNone(showReconciliation(admin));
  if (run === undefined) return null;
  const { id, started, ended, compared, explained, different, unverified, differences, isComplete } = run;
  return {
    id,
    started_at: started,
    ended_at: ended,
    compared,
    explained,
    different,
    unverified,
    differences: differences.map(presentDifference),
    is_complete: isComplete,
  };
}

/** The admin API throws if there is no run yet; the page shows that instead. */
async function orNone<ApiResponse>(response: Promise<ApiResponse>): Promise<ApiResponse | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === "not_found") return undefined;
    throw error;
  }
}

function runRoute(deps: ConsoleDeps): Route {
  return consoleCommand({
    path: `${consolePath}/reconciliation/runs`,
    operationId: "requestReconciliation",
    summary: "Start a reconciliation",
    description: "A node with the role `worker` runs it. The result appears when it finishes.",
    access: { permission: "reconciliation.run" },
    responses: { 202: { description: "The run was requested." } },
    handle: async (request) => {
      await requestReconciliation(adminFor(deps, request));
    },
  });
}

const TokenReconciliationSchema = named(
  "ConsoleTokenReconciliation",
  Type.Object({
    ended_at: nullableString({ format: "date-time", description: "Null before the first reconciliation." }),
    differences: Type.Array(DifferenceSchema),
    is_complete: Type.Boolean(),
  }),
);

function tokenRoute(deps: ConsoleDeps): Route {
  return consoleRead({
    path: `${workspacePath}/tokens/{value_type}/reconciliation`,
    operationId: "getTokenReconciliation",
    summary: "Get the reconciliation of a token",
    description:
      "Differences of the last reconciliation: the token's supply, and addresses of this workspace.",
    access: { permission: "workspace.read" },
    responses: {
      200: { description: "Differences; empty if there are none.", schema: TokenReconciliationSchema },
    },
    handle: async (request) => {
      const { network, tenantId } = principalOf(request);
      const input = { network, tenantId, valueType: request.params["value_type"] ?? "" };
      const found = await showTokenReconciliation(deps, input);
      return {
        ended_at: found?.ended ?? null,
        differences: found?.differences.map(presentDifference) ?? [],
        is_complete: found?.isComplete ?? true,
      };
    },
  });
}

function presentDifference(view: DifferenceView): Static<typeof DifferenceSchema> {
  return {
    network: view.network,
    transfer_type: view.chain,
    value_type: view.valueType,
    tenant_id: view.tenantId ?? null,
    address_id: view.addressId ?? null,
    on_chain: view.onChain ?? null,
    in_ledger: view.inLedger,
    cause: view.cause,
  };
}
