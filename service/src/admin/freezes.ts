import { isChainName } from "../chains/chain-name.ts";
import { createChainWork } from "../chains/engine/create-chain-work.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { type Freeze, freezeAddress, listFreezes, unfreezeAddress } from "../tokens/index.ts";
import { parseChainAddress } from "./chain-addresses.ts";
import { refuseAt } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";

/** An address freeze in any state, as plain values. */
export interface FreezeView {
  readonly id: string;
  readonly network: Network;
  readonly valueType: string;
  /** The issuing tenant; undefined for platform tokens. */
  readonly tenantId: string | undefined;
  readonly chain: Freeze["chain"];
  readonly address: string;
  readonly status: Freeze["state"]["status"];
  readonly reason: string;
  /** Of the last unfreeze order. */
  readonly unfreezeReason: string | undefined;
  /** Why the last order failed on chain. */
  readonly failure: string | undefined;
  /** Of the pending order, or else the last completed one. */
  readonly workId: string;
  readonly created: string;
  readonly updated: string;
}

export interface FreezeOrder {
  readonly network: Network;
  readonly valueType: string;
  readonly chain: string;
  readonly address: string;
  readonly reason: string;
}

/** No wake-up: workers poll. */
const wakeUp = { nudge: () => {} };
const maxReasonLength = 500;

/** Records the freeze order; a worker submits it on chain. */
export async function freezeTokenAddress(admin: AdminContext, order: FreezeOrder): Promise<FreezeView> {
  const { network, valueType } = order;
  const chain = isChainName(order.chain) ? order.chain : refuseAt("transfer_type", "must be a chain name");
  const outcome = parseChainAddress(chain, order.address);
  const address = outcome.ok ? outcome.address : refuseAt("address", outcome.detail);
  const reason = readReason(order.reason);
  const request = { network, valueType, chain, address, reason, cause: admin.cause };
  return view(await admin.database.transaction((tx) => freezeAddress(deps(admin), tx, request)));
}

export async function unfreezeTokenAddress(
  admin: AdminContext,
  { network, id, reason }: { readonly network: Network; readonly id: string; readonly reason: string },
): Promise<FreezeView> {
  const request = { network, id, reason: readReason(reason), cause: admin.cause };
  return view(await admin.database.transaction((tx) => unfreezeAddress(deps(admin), tx, request)));
}

export interface FreezePage {
  readonly network: Network;
  readonly valueType?: string;
  readonly status?: Freeze["state"]["status"];
  readonly tenantId?: TenantId;
  readonly direction: "after" | "before";
  readonly position?: string;
  readonly limit: number;
}

/** Newest first. */
export async function listTokenFreezes(
  { database }: Pick<AdminContext, "database">,
  { network, valueType, status, tenantId, direction, position, limit }: FreezePage,
): Promise<readonly FreezeView[]> {
  const input = { network, valueType, status, tenantId, direction, position, limit };
  return (await listFreezes(database, input)).map(view);
}

function deps({ clock, newId }: AdminContext) {
  return { clock, newId, chainWork: createChainWork({ clock, wakeUp }) };
}

function readReason(text: string): string {
  const reason = text.trim();
  if (reason === "" || reason.length > maxReasonLength || !reason.isWellFormed() || reason.includes("\0")) {
    return refuseAt("reason", `must be a text of 1 to ${maxReasonLength} characters`);
  }
  return reason;
}

function view(freeze: Freeze): FreezeView {
  const { id, network, token, chain, address, reason, state, createdAt, updatedAt } = freeze;
  const { order, failure } = lastOrderOf(state);
  return {
    id,
    network,
    valueType: token.valueType,
    tenantId: token.tenantId,
    chain,
    address,
    status: state.status,
    reason,
    unfreezeReason: order?.reason,
    failure: failure === undefined ? undefined : `${failure.reason}: ${failure.detail}`,
    workId: order?.workId ?? freeze.workId,
    created: formatInstant(createdAt),
    updated: formatInstant(updatedAt),
  };
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
