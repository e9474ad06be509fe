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
import { consolePath, consoleTag, workspacePath } from "../console-tag.ts";

export function reconciliationRoutes(deps: ConsoleDeps): readonly Route[] {
  return [showRoute(deps), runRoute(deps), tokenRoute(deps)];
}

const DifferenceSchema = named(
  "ConsoleDifference",
  Type.Object({
    network: Type.Enum(["testnet", "mainnet"]),
    transfer_type: Type.String({ description: "The chain." }),
    value_type: Type.String(),
    tenant_id: nullableString({ description: "Null for a supply." }),
    address_id: nullableString({ description: "Null for a supply." }),
    on_chain: nullableString({ description: "Null when the chain could not be asked." }),
    in_ledger: Type.String(),
    cause: Type.String(),
  }),
);

const RunSchema = Type.Object({
  id: Type.String(),
  started_at: DateTimeSchema,
  ended_at: DateTimeSchema,
  compared: Type.Integer(),
  explained: Type.Integer({ description: "Different, and explained by what is under way." }),
  different: Type.Integer(),
  unverified: Type.Integer({ description: "No chain could be asked." }),
  differences: Type.Array(DifferenceSchema),
  is_complete: Type.Boolean({ description: "False when there are more differences than are listed." }),
});

const ReconciliationSchema = named(
  "ConsoleReconciliation",
  Type.Object({
    is_under_way: Type.Boolean(),
    last_run: Type.Union([Type.Null(), RunSchema], { description: "Null before the first has ended." }),
  }),
);

function showRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${consolePath}/reconciliation`,
    operationId: "getReconciliation",
    tag: consoleTag,
    summary: "The last comparison of chains and ledger",
    access: { permission: "reconciliation.read" },
    answers: { 200: { description: "What it has found.", schema: ReconciliationSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const admin = adminFor(deps, request);
        const body = { is_under_way: await isReconciliationUnderWay(admin), last_run: await lastRun(admin) };
        return { status: 200, body };
      },
    },
  };
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

/** At the command line it is refused to show what there is not; a page says so. */
async function orNone<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === "not_found") return undefined;
    throw error;
  }
}

function runRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${consolePath}/reconciliation/runs`,
    operationId: "requestReconciliation",
    tag: consoleTag,
    summary: "Have chains and ledger compared now",
    description: "A node with the role `worker` does it. What it finds is shown at its end.",
    access: { permission: "reconciliation.run" },
    answers: { 202: { description: "It was asked for." } },
    work: {
      kind: "command",
      handle: async (request) => {
        await requestReconciliation(adminFor(deps, request));
        return { status: 202 };
      },
    },
  };
}

const TokenReconciliationSchema = named(
  "ConsoleTokenReconciliation",
  Type.Object({
    ended_at: nullableString({ format: "date-time", description: "Null before the first comparison." }),
    differences: Type.Array(DifferenceSchema),
    is_complete: Type.Boolean(),
  }),
);

function tokenRoute(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: `${workspacePath}/tokens/{value_type}/reconciliation`,
    operationId: "getTokenReconciliation",
    tag: consoleTag,
    summary: "Where chains and ledger did not agree on a token",
    description: "By the last comparison: the supply of the token, and addresses of this workspace.",
    access: { permission: "workspace.read" },
    answers: { 200: { description: "Empty when all is well.", schema: TokenReconciliationSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const { network, tenantId } = principalOf(request);
        const wish = { network, tenantId, valueType: request.params["value_type"] ?? "" };
        const found = await showTokenReconciliation(deps, wish);
        return {
          status: 200,
          body: {
            ended_at: found?.ended ?? null,
            differences: found?.differences.map(presentDifference) ?? [],
            is_complete: found?.isComplete ?? true,
          },
        };
      },
    },
  };
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
