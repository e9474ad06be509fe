import { reauthorizeDebits } from "../addresses/index.ts";
import {
  type Claim,
  type ClaimFilter,
  claimList,
  compareClaims,
  findClaim,
  listSettlements,
  offsetClaim as offset,
  repayClaim as repay,
  requireRepaymentAccount,
  type SettleClaim,
  type Settlement,
  writeOffClaim as writeOff,
  writeOffSources,
} from "../claims/index.ts";
import { parseId } from "../kernel/id.ts";
import { dollars, formatAmount } from "../kernel/money.ts";
import { orNotFound, RefusalError, refuse } from "../kernel/refusal.ts";
import type { VirtualAccount } from "../payments/index.ts";
import { findAnyTransfer } from "../transfers/index.ts";
import { paymentsOf, queuesOf } from "./admin-deps.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { matchPayment } from "./payments.ts";
import { readCents, readChain, readOneOf, readText, refuseAt } from "./read-input.ts";

/** Claims of all tenants, oldest first. */
export function listClaims(
  { database }: Pick<AdminContext, "database">,
  filter: ClaimFilter = {},
): Promise<ItemList<Claim>> {
  return collectStream(claimList.stream(database, filter));
}

export interface WholeClaim {
  readonly claim: Claim;
  readonly settlements: readonly Settlement[];
}

export async function showClaim(
  { database }: Pick<AdminContext, "database">,
  id: string,
): Promise<WholeClaim> {
  const found = parseId<"claim">(id) === undefined ? undefined : await findClaim(database, { id });
  const claim = orNotFound(found, "there is no claim with this id");
  const { tenantId } = claim;
  return { claim, settlements: await listSettlements(database, { tenantId, claimId: claim.id }) };
}

/** Deposit instructions for the customer; opens the claim's account number on the first request. */
export async function claimInstructions(admin: AdminContext, id: string): Promise<VirtualAccount> {
  const { claim } = await showClaim(admin, id);
  const payments = paymentsOf(admin, await admin.loadKeyRing());
  return admin.database.transaction((tx) => requireRepaymentAccount(payments, tx, claim));
}

export interface SettleRequest {
  readonly claimId: string;
  /** Chosen by a caller that may retry. */
  readonly id?: string | undefined;
  /** All of the remaining amount by default. */
  readonly amount?: string | undefined;
  readonly reason: string;
  readonly confirm?: SettleClaim["confirm"];
}

/** The money of a payment in suspense, or money that arrived without a payment here, by its bank reference. */
export async function repayClaim(
  admin: AdminContext,
  {
    paymentId,
    reference,
    ...request
  }: SettleRequest & { readonly paymentId?: string; readonly reference?: string },
): Promise<Claim> {
  const settling = await settlingOf(admin, request);
  if ((paymentId === undefined) === (reference === undefined))
    refuseAt("payment", "or a reference is required, but not both");
  if (paymentId !== undefined) {
    if (request.amount !== undefined) refuseAt("amount", "is that of the payment");
    await matchPayment(admin, { id: paymentId, to: `claims/${request.claimId}`, reason: settling.reason });
    return (await showClaim(admin, request.claimId)).claim;
  }
  const input = { ...settling, reference: readText("reference", reference ?? "", maxReference) };
  return admin.database.transaction((tx) => repay(admin, tx, input));
}

const maxReference = 100;
const maxReason = 1_000;

export interface OffsetRequest extends SettleRequest {
  readonly addressId: string;
  readonly chain: string;
  readonly valueType: string;
}

/** Burns tokens of the account; the claim is settled when the burn is final. */
export async function offsetClaim(
  admin: AdminContext,
  { addressId, chain, valueType, ...request }: OffsetRequest,
): Promise<Claim> {
  const settling = await settlingOf(admin, request);
  const input = { ...settling, addressId, chain: readChain(admin, "chain", chain), valueType };
  return admin.database.transaction((tx) => offset(queuesOf(admin), tx, input));
}

/** Treasury dollars or earned fees pay for the loss. */
export async function writeOffClaim(
  admin: AdminContext,
  { from, ...request }: SettleRequest & { readonly from: string },
): Promise<Claim> {
  const input = { ...(await settlingOf(admin, request)), from: readOneOf("from", writeOffSources, from) };
  return admin.database.transaction((tx) => writeOff(admin, tx, input));
}

/** While the transfer is in progress, its mint may still fail, and then the money of the debit settles the claim. */
async function settlingOf(admin: AdminContext, request: SettleRequest): Promise<SettleClaim> {
  const { claimId, amount, confirm } = request;
  const { claim } = await showClaim(admin, claimId);
  const transfer = await findAnyTransfer(admin.database, claim.transferId);
  if (transfer?.state.status === "pending")
    throw new RefusalError(
      refuse("conflict", "the transfer is still in progress; settle the claim when it is final"),
    );
  return {
    claimId,
    id: request.id === undefined ? undefined : readSettlementId(request.id),
    cents: amount === undefined ? undefined : readCents(amount, "amount"),
    reason: readText("reason", request.reason, maxReason),
    cause: admin.cause,
    ...(confirm === undefined ? {} : { confirm }),
  };
}

function readSettlementId(text: string) {
  return parseId<"claim-settlement">(text) ?? refuseAt("id", "must be an id of 26 characters");
}

/** Accounts whose claims differ from the ledger; none if all is well. */
export async function verifyClaims({ database }: Pick<AdminContext, "database">) {
  const differences = await compareClaims(database);
  return differences.map(({ tenantId, network, accountId, claimedCents, ledgerCents }) => ({
    tenant_id: tenantId,
    network,
    account_id: accountId,
    claims: formatAmount(dollars(claimedCents)),
    ledger: formatAmount(dollars(ledgerCents)),
  }));
}

/** A new authorization was received for a bank account whose debits are blocked. */
export async function reauthorizeAddress(
  admin: AdminContext,
  { addressId, reason }: { readonly addressId: string; readonly reason: string },
): Promise<void> {
  const input = { addressId, reason: readText("reason", reason, maxReason), cause: admin.cause };
  await admin.database.transaction((tx) => reauthorizeDebits(admin, tx, input));
}
