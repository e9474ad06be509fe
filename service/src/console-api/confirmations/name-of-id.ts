import { findAccounts, findTenantNames } from "../../accounts/index.ts";
import { displayNameOf, findAddress, loadBankDetails } from "../../addresses/index.ts";
import { listLimits, showClaim } from "../../admin/index.ts";
import { findApproval, findPlatformRules, findRules } from "../../approvals/index.ts";
import { requireApplication } from "../../auth/index.ts";
import type { ApiRequest } from "../../http/route.ts";
import { type AccountId, type Network, networks, parseId, type TenantId } from "../../kernel/id.ts";
import { maskedLastFour } from "../../kernel/mask.ts";
import { dollars, formatAmount, type Money } from "../../kernel/money.ts";
import { RefusalError } from "../../kernel/refusal.ts";
import { findAnyPayment } from "../../payments/index.ts";
import { showFile } from "../../rails/engine/bank-operations.ts";
import { findDeposit, freezeList } from "../../tokens/index.ts";
import {
  findAnyTransfer,
  listFees,
  presentFee,
  presentLimit,
  transferAmount,
} from "../../transfers/index.ts";
import { findUser, listMembers } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { describeEnds } from "../held/held-end.ts";

interface NamedId {
  /** The name of the member or parameter, such as `address_id`. */
  readonly name: string;
  readonly id: string;
}

/** What an id identifies, in words. Undefined if that is unknown, or the user may not know it. */
export async function findNameOf(
  deps: ConsoleDeps,
  request: ApiRequest,
  { name, id }: NamedId,
): Promise<string | undefined> {
  const find = finders[name];
  if (find === undefined) return undefined;
  try {
    return await find(deps, placeOf(request), id);
  } catch (error) {
    // An id that identifies nothing is refused by the operation itself.
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}

/** What the request names besides the id. */
interface Place {
  readonly tenantId: TenantId | undefined;
  readonly network: Network | undefined;
  /** Whether the user sees only this tenant. */
  readonly isInWorkspace: boolean;
  /** The kind of owner that a payment is matched to. */
  readonly type: unknown;
}

function placeOf({ params, body, principal }: ApiRequest): Place {
  const { network: inBody, type } = (body ?? {}) as { readonly network?: unknown; readonly type?: unknown };
  return {
    tenantId: parseId<"tenant">(params["tenant_id"] ?? ""),
    network: networks.find((known) => known === (params["network"] ?? inBody)),
    isInWorkspace: principal !== undefined,
    type,
  };
}

type Find = (deps: ConsoleDeps, place: Place, id: string) => Promise<string | undefined>;

const finders: Readonly<Record<string, Find | undefined>> = {
  tenant_id: async ({ database }, _place, id) => (await findTenantNames(database, [id as TenantId]))[0]?.name,
  account_id: async ({ database }, { tenantId }, id) =>
    tenantId === undefined ? undefined : (await findAccounts(database, tenantId, [id as AccountId]))[0]?.name,
  address_id: nameOfAddress,
  destination_address_id: nameOfAddress,
  user_id: nameOfUser,
  transfer_id: nameOfTransfer,
  id: async (deps, place, id) => (place.type === "transfer" ? nameOfTransfer(deps, place, id) : undefined),
  payment_id: async (deps, _place, id) => {
    const payment = await findAnyPayment(deps, deps.database, id);
    return payment === undefined ? undefined : amountText(dollars(payment.amountCents));
  },
  deposit_id: async ({ database }, _place, id) => {
    const deposit = await findDeposit(database, id);
    return deposit === undefined ? undefined : `${amountText(deposit)} · ${deposit.chain}`;
  },
  application_id: async ({ database }, { tenantId, network }, id) => {
    if (tenantId === undefined || network === undefined) return undefined;
    const { name, scopes } = await requireApplication(database, { tenantId, network }, id);
    return `${name} (${scopes.join(", ")})`;
  },
  limit_id: async (deps, { tenantId: managingAccountId = "" }, id) => {
    const limit = (await listLimits(deps, { managingAccountId })).find((each) => each.id === id);
    if (limit === undefined) return undefined;
    const { network, operation, transfer_type, asset, ...shown } = presentLimit(limit);
    const scope = [network, operation, transfer_type ?? "any", asset].filter((part) => part !== null);
    const { per_transfer, daily, thirty_days } = shown;
    return [
      ...scope,
      `${per_transfer ?? "-"} per transfer`,
      `${daily ?? "-"} per day`,
      `${thirty_days ?? "-"} in 30 days`,
    ].join(" · ");
  },
  fee_id: async ({ database }, { tenantId }, id) => {
    if (tenantId === undefined) return undefined;
    const fee = (await listFees(database, { tenantId })).find((each) => each.id === id);
    if (fee === undefined) return undefined;
    const { network, flow, flat, basis_points } = presentFee(fee);
    return `${network} · ${flow} · ${flat} + ${basis_points} bps`;
  },
  claim_id: async (deps, _place, id) => {
    const { claim } = await showClaim(deps, id);
    return `${amountText(dollars(claim.remainingCents))} · ${claim.returnCode}`;
  },
  approval_id: nameOfApproval,
  rule_id: async ({ database }, { tenantId }, id) => {
    const rules =
      tenantId === undefined ? await findPlatformRules(database) : await findRules(database, tenantId);
    const rule = rules.find((each) => each.id === id);
    if (rule === undefined) return undefined;
    return `${rule.operation} · ${rule.approvals} by ${rule.approverRoles.join(", ")}`;
  },
  file_id: async ({ database }, _place, id) => (await showFile(database, id)).file.name,
  freeze_id: nameOfFreeze,
};

async function nameOfApproval(
  { database }: ConsoleDeps,
  { tenantId, network }: Place,
  text: string,
): Promise<string | undefined> {
  const id = parseId<"approval">(text);
  if (tenantId === undefined || network === undefined || id === undefined) return undefined;
  const approval = await findApproval(database, { tenantId, network, id, isOfOperators: false });
  if (approval === undefined) return undefined;
  return [approval.operation, ...Object.values(approval.summary)].join(" · ");
}

async function nameOfAddress(
  deps: ConsoleDeps,
  { tenantId, network }: Place,
  addressId: string,
): Promise<string | undefined> {
  if (tenantId === undefined || network === undefined) return undefined;
  const address = await findAddress(deps.database, { tenantId, network, addressId });
  if (address === undefined) return undefined;
  if (address.medium === "chain") return `${address.name} (${address.onChainAddress})`;
  const bank = (await loadBankDetails(deps, deps.database, [address])).get(address.id);
  if (bank === undefined) return address.name;
  const { owner, routingNumber, accountNumber } = bank;
  // The owner is who gets the money, whatever the client calls the address.
  const name = displayNameOf(address, bank);
  const savedAs = name === owner ? "" : `, saved as “${name}”`;
  return `${owner} ${maskedLastFour(accountNumber)} (bank ${routingNumber}${savedAs})`;
}

/** A member knows the emails of the tenant's other members only. */
async function nameOfUser(
  { database }: ConsoleDeps,
  { tenantId, isInWorkspace }: Place,
  id: string,
): Promise<string | undefined> {
  const userId = parseId<"user">(id);
  if (userId === undefined) return undefined;
  if (!isInWorkspace || tenantId === undefined) return (await findUser(database, { id: userId }))?.email;
  const { members } = await listMembers(database, tenantId);
  return members.find((member) => member.userId === userId)?.email;
}

async function nameOfTransfer(
  deps: ConsoleDeps,
  { tenantId, network, isInWorkspace }: Place,
  id: string,
): Promise<string | undefined> {
  const transferId = parseId<"transfer">(id);
  const transfer = transferId === undefined ? undefined : await findAnyTransfer(deps.database, transferId);
  if (transfer === undefined) return undefined;
  if (isInWorkspace && (transfer.tenantId !== tenantId || transfer.network !== network)) return undefined;
  const describe = await describeEnds(deps, [transfer]);
  const [source, destination] = [transfer.source, transfer.destination].map((end) => {
    const { transferType, address, owner, accountNumber } = describe(end);
    return [transferType, address, owner, accountNumber].filter((text) => text !== undefined).join(" ");
  });
  return `${amountText(transferAmount(transfer))} · ${source} → ${destination}`;
}

/** There are few freezes. */
const maxFreezes = 1_000;

async function nameOfFreeze(
  { database }: ConsoleDeps,
  { network }: Place,
  id: string,
): Promise<string | undefined> {
  if (network === undefined) return undefined;
  const { items } = await freezeList.read(database, { network }, { limit: maxFreezes });
  const freeze = items.find((each) => each.id === id);
  return freeze === undefined ? undefined : `${freeze.token.valueType} · ${freeze.chain} · ${freeze.address}`;
}

function amountText(money: Money): string {
  return `${formatAmount(money)} ${money.asset.code}`;
}
