import Type from "typebox";
import { ChainSchema } from "../addresses/index.ts";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import type { Network } from "../kernel/id.ts";
import { type Freeze, freezeAddress, freezeStatuses, listFreezes, unfreezeAddress } from "../tokens/index.ts";
import { queuesOf } from "./admin-deps.ts";
import { parseChainAddress } from "./chain-addresses.ts";
import type { ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readChain, refuseAt } from "./read-input.ts";

export const FreezeSchema = named(
  "ConsoleFreeze",
  Type.Object({
    id: IdSchema,
    network: Type.Enum(["testnet", "mainnet"]),
    value_type: Type.String(),
    tenant_id: nullableString({ description: "Issuing tenant; null for platform tokens." }),
    transfer_type: ChainSchema,
    address: Type.String(),
    status: Type.Enum([...freezeStatuses], {
      description: "While `freezing`, `frozen` or `unfreezing`, the address can't send or receive the token.",
    }),
    reason: Type.String(),
    unfreeze_reason: nullableString({ description: "Reason of the last unfreeze order." }),
    failure: nullableString({ description: "Why the last order failed on chain." }),
    created_at: DateTimeSchema,
    updated_at: DateTimeSchema,
  }),
);

export function presentFreeze(freeze: Freeze) {
  const { token, chain, state } = freeze;
  const { order, failure } = lastOrderOf(state);
  return present(FreezeSchema, {
    ...freeze,
    valueType: token.valueType,
    tenantId: token.tenantId,
    transferType: chain,
    status: state.status,
    unfreezeReason: order?.reason,
    failure: failure && `${failure.reason}: ${failure.detail}`,
  });
}

/** Of the unfreeze order, and of the last failure. */
function lastOrderOf(state: Freeze["state"]) {
  switch (state.status) {
    case "freezing":
      return { order: undefined, failure: undefined };
    case "frozen":
      return { order: state.last?.order, failure: state.last?.failure };
    case "unfreezing":
    case "unfrozen":
      return { order: state.order, failure: undefined };
    case "failed":
      return { order: undefined, failure: state.failure };
  }
}

export interface FreezeOrder {
  readonly network: Network;
  readonly valueType: string;
  readonly chain: string;
  readonly address: string;
  readonly reason: string;
}

const maxShown = 1_000;
const maxReasonLength = 500;

/** Newest first. */
export async function listTokenFreezes(
  { database }: AdminContext,
  network: Network,
): Promise<ItemList<Freeze>> {
  const anything = { valueType: undefined, status: undefined, tenantId: undefined, position: undefined };
  const page = { ...anything, direction: "after", limit: maxShown + 1 } as const;
  const found = await listFreezes(database, { network, ...page });
  return { items: found.slice(0, maxShown), isComplete: found.length <= maxShown };
}

/** Records the freeze order; a worker submits it on chain. */
export async function freezeTokenAddress(admin: AdminContext, order: FreezeOrder): Promise<Freeze> {
  const { network, valueType } = order;
  const chain = readChain(admin, "transfer_type", order.chain);
  const outcome = parseChainAddress(chain, order.address);
  const address = outcome.ok ? outcome.address : refuseAt("address", outcome.detail);
  const reason = readReason(order.reason);
  const request = { network, valueType, chain, address, reason, cause: admin.cause };
  return admin.database.transaction((tx) => freezeAddress(queuesOf(admin), tx, request));
}

export async function unfreezeTokenAddress(
  admin: AdminContext,
  { network, id, reason }: { readonly network: Network; readonly id: string; readonly reason: string },
): Promise<Freeze> {
  const request = { network, id, reason: readReason(reason), cause: admin.cause };
  return admin.database.transaction((tx) => unfreezeAddress(queuesOf(admin), tx, request));
}

function readReason(text: string): string {
  const reason = text.trim();
  if (reason === "" || reason.length > maxReasonLength || !reason.isWellFormed() || reason.includes("\0")) {
    return refuseAt("reason", `must be a text of 1 to ${maxReasonLength} characters`);
  }
  return reason;
}
