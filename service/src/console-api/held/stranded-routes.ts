import Type, { type Static } from "typebox";
import {
  listStrandedTransfers,
  listUnrestoredTransfers,
  restoreFailedTransfer,
  returnStrandedTransfer,
  type StrandedView,
  type TransferView,
} from "../../admin/index.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { maxHeldListed } from "./decision-body.ts";

const strandedPath = `${consolePath}/held/stranded-transfers`;
const unrestoredPath = `${consolePath}/held/unrestored-transfers`;

/** Tokens that are owed to somebody and could not be given. */
export function strandedRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listUnrestored(deps), restore(deps), listStranded(deps), giveBack(deps)];
}

const UnrestoredSchema = named(
  "UnrestoredTransfer",
  Type.Object({
    id: IdSchema,
    tenant_id: IdSchema,
    network: Type.Enum(["testnet", "mainnet"]),
    account_id: IdSchema,
    flow: Type.String(),
    amount: Type.String(),
    currency: Type.String(),
    status: Type.String(),
    step: Type.String({ description: "`stranded`, or `restoring` once the tokens are on their way." }),
    source_transfer_type: Type.String(),
    source_value_type: Type.String(),
    destination_transfer_type: Type.String(),
    failure_type: nullableString(),
    created_at: DateTimeSchema,
    updated_at: DateTimeSchema,
  }),
);

function listUnrestored(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: unrestoredPath,
    operationId: "listUnrestoredTransfers",
    tag: consoleTag,
    summary: "List failed transfers whose tokens could not be given back",
    access: { permission: "held.read" },
    answers: {
      200: {
        description: "The longest first.",
        schema: Type.Object({ transfers: Type.Array(UnrestoredSchema), is_complete: Type.Boolean() }),
      },
    },
    work: {
      kind: "read",
      handle: async (request) => {
        const { items, isComplete } = await listUnrestoredTransfers(adminFor(deps, request));
        const transfers = items.slice(0, maxHeldListed).map(presentUnrestored);
        return { status: 200, body: { transfers, is_complete: isComplete && items.length <= maxHeldListed } };
      },
    },
  };
}

function restore(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${unrestoredPath}/{transfer_id}/restore`,
    operationId: "restoreTransfer",
    tag: consoleTag,
    summary: "Try again to give the tokens of a failed transfer back",
    access: { permission: "held.decide", isSensitive: true },
    answers: { 200: { description: "The transfer as it is now.", schema: UnrestoredSchema } },
    refusals: ["not_found", "conflict", "insufficient_liquidity", "insufficient_balance"],
    work: {
      kind: "command",
      handle: async (request) => {
        const id = request.params["transfer_id"] ?? "";
        const transfer = await restoreFailedTransfer(adminFor(deps, request), id);
        return { status: 200, body: presentUnrestored(transfer) };
      },
    },
  };
}

function presentUnrestored(view: TransferView): Static<typeof UnrestoredSchema> {
  return {
    id: view.id,
    tenant_id: view.tenantId,
    network: view.network,
    account_id: view.accountId,
    flow: view.flow,
    amount: view.amount,
    currency: view.currency,
    status: view.status,
    step: view.step,
    source_transfer_type: view.source.transferType,
    source_value_type: view.source.valueType,
    destination_transfer_type: view.destination.transferType,
    failure_type: view.failure ?? null,
    created_at: view.created,
    updated_at: view.updated,
  };
}

const StrandedSchema = named(
  "StrandedTransfer",
  Type.Object({
    id: IdSchema,
    tenant_id: IdSchema,
    network: Type.Enum(["testnet", "mainnet"]),
    account_id: IdSchema,
    amount: Type.String(),
    value_type: Type.String(),
    updated_at: DateTimeSchema,
  }),
);

function listStranded(deps: ConsoleDeps): Route {
  return {
    method: "GET",
    path: strandedPath,
    operationId: "listStrandedTransfers",
    tag: consoleTag,
    summary: "List transfers of tokens that were burned on one chain and could be minted on none",
    access: { permission: "held.read" },
    answers: {
      200: {
        description: "The longest first.",
        schema: Type.Object({ transfers: Type.Array(StrandedSchema), is_complete: Type.Boolean() }),
      },
    },
    work: {
      kind: "read",
      handle: async (request) => {
        const { items, isComplete } = await listStrandedTransfers(adminFor(deps, request));
        const transfers = items.slice(0, maxHeldListed).map(presentStranded);
        return { status: 200, body: { transfers, is_complete: isComplete && items.length <= maxHeldListed } };
      },
    },
  };
}

function giveBack(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${strandedPath}/{transfer_id}/return`,
    operationId: "returnStrandedTransfer",
    tag: consoleTag,
    summary: "Mint stranded tokens back to where they came from",
    description: "Once what was in the way is removed: a token that was paused, a holder that was frozen.",
    access: { permission: "held.decide", isSensitive: true },
    answers: { 204: { description: "They are on their way." } },
    refusals: ["not_found", "conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        await returnStrandedTransfer(adminFor(deps, request), request.params["transfer_id"] ?? "");
        return { status: 204 };
      },
    },
  };
}

function presentStranded(view: StrandedView): Static<typeof StrandedSchema> {
  return {
    id: view.id,
    tenant_id: view.tenantId,
    network: view.network,
    account_id: view.accountId,
    amount: view.amount,
    value_type: view.valueType,
    updated_at: view.updated,
  };
}
