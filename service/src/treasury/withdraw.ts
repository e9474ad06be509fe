import { type Account, findAccount } from "../accounts/index.ts";
import { type Address, findAddress, refuseUnusable, type TransferType } from "../addresses/index.ts";
import { type AuditDeps, auditChange } from "../audit/index.ts";
import { type ChainName, familyOf } from "../chains/chain-name.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Network } from "../kernel/id.ts";
import { formatAmount, usd } from "../kernel/money.ts";
import { orThrow, type Refusal, RefusalError, refuse, unprocessable } from "../kernel/refusal.ts";
import { recordOperations } from "../ledger/index.ts";
import type { Payments } from "../payments/index.ts";
import { type CreditRail, mostCentsBy } from "../rails/rail.ts";
import { assetOf, contractOn, findTokenInAnyCase, loadFrozen, tokenScale } from "../tokens/index.ts";
import { managerOf } from "./ensure-treasury.ts";
import { findTreasury } from "./find-treasury.ts";
import { treasuryOwner } from "./payment-owner.ts";
import { insertWithdrawal, lockWithdrawals } from "./store.ts";
import type { TreasuryScope } from "./treasury.ts";
import {
  type DollarWithdrawal,
  holdFor,
  type TokenWithdrawal,
  type Withdrawal,
  type WithdrawalId,
  type WithdrawalSource,
} from "./withdrawal.ts";
import type { WithdrawalLimits } from "./withdrawal-limits.ts";

export interface WithdrawDeps extends AuditDeps {
  readonly payments: Pick<Payments, "order">;
  readonly chainWork: Pick<ChainWork, "enqueue">;
  readonly withdrawalLimits: Pick<WithdrawalLimits, "count">;
  /** Why money must not go to this address now: a sanctions match, or one that was added a moment ago. */
  readonly refuseDestination: (tx: Transaction, address: Address) => Promise<Refusal | undefined>;
}

interface WithdrawRequest extends TreasuryScope {
  readonly cause: Cause;
  /** Chosen by callers that may retry; a repeated id is rejected. */
  readonly id?: WithdrawalId | undefined;
  /** An address of the managing account. */
  readonly addressId: string;
}

export interface WithdrawDollars extends WithdrawRequest {
  readonly source: WithdrawalSource;
  readonly rail: CreditRail;
  readonly amountCents: bigint;
  readonly memo: string | undefined;
}

export interface WithdrawTokens extends WithdrawRequest {
  readonly chain: ChainName;
  readonly valueType: string;
  readonly units: bigint;
}

/**
 * Pays dollars of the treasury, or earned fees, to a bank account of the managing account. They are held now, and posted
 * when the payment settles.
 */
export async function withdrawDollars(
  deps: WithdrawDeps,
  tx: Transaction,
  input: WithdrawDollars,
): Promise<DollarWithdrawal> {
  const { tenantId, network, source, rail, amountCents, memo } = input;
  await tx.watchFacts(tenantId);
  const account = await requireManager(tx, input);
  orThrow(refuseBeyondRail(input));
  const address = await requireAddress(deps, tx, account, { ...input, medium: "bank", transferType: rail });
  const paymentId = deps.newId<"payment">();
  const common = newWithdrawal(deps, input, { addressId: address.id, amountCents });
  const withdrawal: DollarWithdrawal = { ...common, medium: "bank", source, rail, paymentId };
  await keep(deps, tx, withdrawal);
  await deps.payments.order(tx, [
    {
      tenantId,
      network,
      id: paymentId,
      accountId: account.id,
      rail,
      amountCents,
      addressId: address.id,
      owner: { name: treasuryOwner, subject: withdrawal.id },
      statementName: account.businessName ?? account.name,
      reference: memo,
    },
  ]);
  await holdAndAudit(deps, tx, { ...input, account, withdrawal });
  return withdrawal;
}

const unitsPerCent = 10n ** BigInt(tokenScale - usd.scale);

/**
 * Sends third-party tokens of the treasury to an external address of the managing account. They are held now, and posted
 * when the transaction is final.
 */
export async function withdrawTokens(
  deps: WithdrawDeps,
  tx: Transaction,
  input: WithdrawTokens,
): Promise<TokenWithdrawal> {
  const { tenantId, network, chain, units } = input;
  await tx.watchFacts(tenantId);
  const account = await requireManager(tx, input);
  const address = await requireAddress(deps, tx, account, { ...input, medium: "chain", transferType: chain });
  const { valueType, contract } = await requireToken(tx, input);
  const place = (await findTreasury(tx, input)).get(familyOf(chain));
  if (place === undefined)
    throw new RefusalError(refuse("insufficient_balance", "the treasury has no tokens"));
  const frozen = [place.address, address.onChainAddress].map((at) => ({ valueType, chain, address: at }));
  if (frozen.some(await loadFrozen(tx, network, frozen)))
    throw new RefusalError(unprocessable("/address_id", `is frozen for ${valueType}, or the treasury's is`));
  const amountCents = (units + unitsPerCent - 1n) / unitsPerCent;
  const withdrawal: TokenWithdrawal = {
    ...newWithdrawal(deps, input, { addressId: address.id, amountCents }),
    medium: "chain",
    chain,
    valueType,
    units,
    placeId: place.addressId,
    destination: address.onChainAddress,
    transactionId: undefined,
  };
  await keep(deps, tx, withdrawal);
  await deps.chainWork.enqueue(tx, [
    {
      id: withdrawal.id,
      network,
      chain,
      tenantId,
      owner: treasuryOwner,
      subject: withdrawal.id,
      operation: {
        kind: "transfer",
        reference: withdrawal.id,
        contract,
        from: place.address,
        fromKey: { role: "custody", index: place.keyIndex },
        to: address.onChainAddress,
        ...(address.muxedAddress === undefined ? {} : { muxedTo: address.muxedAddress }),
        units,
      },
    },
  ]);
  await holdAndAudit(deps, tx, { ...input, account, withdrawal });
  return withdrawal;
}

function newWithdrawal(
  { clock, newId }: WithdrawDeps,
  { tenantId, network, id }: WithdrawRequest,
  fields: Pick<Withdrawal, "addressId" | "amountCents">,
) {
  const now = clock.now();
  const state = { status: "pending", reasonCode: undefined, createdAt: now, updatedAt: now } as const;
  return { tenantId, network, id: id ?? newId<"treasury-withdrawal">(), ...fields, ...state };
}

/** Counts it for the limits and writes it. */
async function keep(deps: WithdrawDeps, tx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const beyondLimits = await deps.withdrawalLimits.count(tx, withdrawal);
  // A repeated request has already been counted, and gets the same refusal as without limits.
  if (beyondLimits !== undefined && (await lockWithdrawals(tx, withdrawal, [withdrawal.id])).length === 0) {
    throw new RefusalError(beyondLimits);
  }
  if (beyondLimits !== undefined || !(await insertWithdrawal(tx, withdrawal))) {
    throw new RefusalError(refuse("conflict", "a withdrawal with this id already exists"));
  }
}

interface Kept {
  readonly cause: Cause;
  readonly account: Account;
  readonly withdrawal: Withdrawal;
}

/** The hold comes last: the ledger's head is locked as briefly as possible. */
async function holdAndAudit(deps: WithdrawDeps, tx: Transaction, kept: Kept): Promise<void> {
  await auditWithdrawal(deps, tx, kept);
  const [outcome] = await recordOperations(deps, tx, kept.withdrawal, [holdFor(kept.withdrawal)]);
  assert(outcome !== undefined, "every operation has an outcome");
  orThrow(outcome);
}

async function requireManager(tx: Transaction, { tenantId }: TreasuryScope): Promise<Account> {
  const accountId = managerOf(tenantId);
  const account = accountId && (await findAccount(tx, { tenantId, accountId }));
  if (account?.status === "complete") return account;
  throw new RefusalError(refuse("not_found", "the managing account does not exist or is not complete"));
}

function refuseBeyondRail({ rail, amountCents }: WithdrawDollars): Refusal | undefined {
  const limit = mostCentsBy(rail);
  if (amountCents <= limit) return undefined;
  const detail = `must be at most ${formatAmount({ units: limit, asset: usd })} for ${rail}`;
  return refuse("limit_exceeded", `amount ${detail}`, { errors: [{ pointer: "/amount", detail }] });
}

interface Destination<Medium> {
  readonly network: Network;
  readonly addressId: string;
  readonly medium: Medium;
  readonly transferType: TransferType;
}

type ExternalAddress<Medium> = Exclude<Address, { readonly kind: "internal" }> & { readonly medium: Medium };

async function requireAddress<Medium extends Address["medium"]>(
  { refuseDestination }: WithdrawDeps,
  tx: Transaction,
  { id: accountId, tenantId }: Account,
  { network, addressId, medium, transferType }: Destination<Medium>,
): Promise<ExternalAddress<Medium>> {
  const address = await findAddress(tx, { tenantId, network, addressId });
  if (address?.accountId !== accountId || address.kind === "internal" || address.medium !== medium) {
    const kind = medium === "bank" ? "bank address" : "external address on a chain";
    throw new RefusalError(
      refuse("not_found", `the managing account has no ${kind} with this id on ${network}`),
    );
  }
  orThrow(refuseUnusable(address, { transferType, pointer: "" }));
  const refusal = await refuseDestination(tx, address);
  if (refusal !== undefined) throw new RefusalError(refusal);
  return address as ExternalAddress<Medium>;
}

async function requireToken(
  tx: Transaction,
  { network, tenantId, valueType, chain }: WithdrawTokens,
): Promise<{ readonly valueType: string; readonly contract: string }> {
  const token = await findTokenInAnyCase(tx, { network, tenantId }, valueType);
  if (token?.kind !== "third_party")
    throw new RefusalError(unprocessable("/value_type", "must be USD or a third-party token"));
  const contract = contractOn(token, chain);
  if (contract === undefined)
    throw new RefusalError(
      unprocessable("/transfer_type", `must be a chain where ${token.valueType} is active`),
    );
  return { valueType: token.valueType, contract };
}

async function auditWithdrawal(
  deps: AuditDeps,
  tx: Transaction,
  { cause, account, withdrawal }: Kept,
): Promise<void> {
  const { id, status, addressId } = withdrawal;
  const facts =
    withdrawal.medium === "bank"
      ? {
          source: withdrawal.source,
          amount: formatAmount({ units: withdrawal.amountCents, asset: usd }),
          transfer_type: withdrawal.rail,
          payment_id: withdrawal.paymentId,
        }
      : {
          amount: formatAmount({
            units: withdrawal.units,
            asset: assetOf({ ...withdrawal, scale: tokenScale }),
          }),
          value_type: withdrawal.valueType,
          transfer_type: withdrawal.chain,
        };
  await auditChange(deps, tx, {
    cause,
    action: "treasury.withdraw",
    type: "treasury_withdrawal",
    of: { ...withdrawal, id, accountId: account.id },
    after: { status, address_id: addressId, ...facts },
  });
}
