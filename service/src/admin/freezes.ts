import type { Network } from "../kernel/id.ts";
import { type Freeze, freezeAddress, freezeList, unfreezeAddress } from "../tokens/index.ts";
import { queuesOf } from "./admin-deps.ts";
import { parseChainAddress } from "./chain-addresses.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readChain, refuseAt } from "./read-input.ts";

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
export function listTokenFreezes({ database }: AdminContext, network: Network): Promise<ItemList<Freeze>> {
  return collectStream(freezeList.stream(database, { network }), maxShown);
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
