import { bankIdentityOf } from "../config/bank.ts";
import { type Network, parseId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import type { Balance } from "../ledger/index.ts";
import { createPayments, type Payments } from "../payments/index.ts";
import { createBankWork } from "../rails/engine/create-bank-work.ts";
import { isBankRail, isDebit } from "../rails/rail.ts";
import { requireTenant } from "../transfers/index.ts";
import {
  ensureTreasury,
  showTreasury as readTreasury,
  requireFundingAccount,
  type TreasuryPlace,
  type TreasuryScope,
  type Withdrawal,
  type WithdrawalRail,
  withdrawDollars,
} from "../treasury/index.ts";
import { openWallets } from "./custodial-addresses.ts";
import { dollarsText, readCents } from "./dollars.ts";
import { refuseAt } from "./journal-name.ts";
import type { AdminContext } from "./open-admin.ts";

/** Identifies a treasury. */
export interface TreasuryName {
  readonly managingAccountId: string;
  readonly network: Network;
}

/** Balances and withdrawals of a treasury as plain values: dollars first, then tokens by chain. */
export interface TreasuryView {
  readonly balances: readonly TreasuryBalanceView[];
  /** Deposit addresses for tokens; empty until first needed or requested. */
  readonly addresses: readonly TreasuryAddressView[];
  /** The most recent, newest first. */
  readonly withdrawals: readonly WithdrawalView[];
}

export interface TreasuryBalanceView {
  /** Undefined for dollars at the bank. */
  readonly chain: string | undefined;
  readonly valueType: string;
  readonly balance: string;
  readonly available: string;
  readonly held: string;
}

export interface TreasuryAddressView {
  readonly chain: string;
  readonly address: string;
}

export interface WithdrawalView {
  readonly id: string;
  readonly paymentId: string;
  readonly addressId: string;
  readonly transferType: string;
  readonly amount: string;
  readonly status: string;
  /** The bank's reason code, if the payment failed. */
  readonly reason: string | undefined;
  readonly created: string;
  readonly updated: string;
}

export async function showTreasury(admin: AdminContext, name: TreasuryName): Promise<TreasuryView> {
  const { dollars, tokens, places, withdrawals } = await readTreasury(
    admin.database,
    await scopeOf(admin, name),
  );
  return {
    balances: [dollars, ...tokens.map(({ balance }) => balance)].map(balanceView),
    addresses: addressViews(places),
    withdrawals: withdrawals.map(withdrawalView),
  };
}

/** Deposit instructions for dollars and tokens. */
export interface TreasuryInstructions {
  readonly bank: {
    readonly bankName: string;
    readonly bankAddress: string;
    readonly routingNumber: string;
    readonly accountNumber: string;
    readonly beneficiaryName: string;
    readonly beneficiaryAddress: string;
    readonly memo: string;
  };
  readonly addresses: readonly TreasuryAddressView[];
}

/** Opens the account number and creates the addresses on the first request. */
export async function treasuryInstructions(
  admin: AdminContext,
  name: TreasuryName,
): Promise<TreasuryInstructions> {
  const { database, clock, newId, cause } = admin;
  const scope = await scopeOf(admin, name);
  const payments = await openPayments(admin);
  const wallets = (await openWallets(admin)).get(scope.network);
  return database.transaction(async (tx) => {
    const places =
      wallets === undefined
        ? new Map<never, TreasuryPlace>()
        : await ensureTreasury({ clock, newId, wallets }, tx, scope, cause);
    const { owner: _, ...bank } = await requireFundingAccount({ clock, newId, payments }, tx, {
      ...scope,
      cause,
    });
    return { bank, addresses: addressViews(places) };
  });
}

export interface WithdrawalRequest extends TreasuryName {
  /** Chosen by a caller that may retry; a second request with the same id is rejected. */
  readonly id?: string;
  readonly addressId: string;
  readonly transferType: string;
  readonly amount: string;
  readonly memo?: string;
}

/** The limit of a wire; other rails truncate it. */
const memoShape = /^[\x20-\x7e]{1,140}$/;

/** Orders a payment of treasury dollars to a bank account of the managing account. */
export async function withdrawFromTreasury(
  admin: AdminContext,
  request: WithdrawalRequest,
): Promise<WithdrawalView> {
  const { database, clock, newId, cause } = admin;
  const { addressId, memo } = request;
  if (memo !== undefined && !memoShape.test(memo)) {
    refuseAt("memo", "must be one line of at most 140 ASCII letters, digits and punctuation");
  }
  const rail = readRail(request.transferType);
  const id = request.id === undefined ? undefined : readWithdrawalId(request.id);
  const amountCents = readCents(request.amount, "amount");
  const scope = await scopeOf(admin, request);
  const payments = await openPayments(admin);
  const input = { ...scope, cause, id, addressId, rail, amountCents, memo };
  return withdrawalView(
    await database.transaction((tx) => withdrawDollars({ clock, newId, payments }, tx, input)),
  );
}

async function scopeOf(
  { database }: AdminContext,
  { managingAccountId, network }: TreasuryName,
): Promise<TreasuryScope> {
  return { tenantId: await requireTenant(database, managingAccountId), network };
}

async function openPayments({ config, clock, newId, loadKeyRing }: AdminContext): Promise<Payments> {
  const keyRing = await loadKeyRing();
  // No wake-up: the bank file writer polls.
  const bankWork = createBankWork({ clock, keyRing, wakeUp: { nudge: () => {} } });
  const bankOf = (network: Network) => ({ identity: bankIdentityOf(config, network) });
  return createPayments({ clock, newId, keyRing, bankWork, bankOf });
}

function readWithdrawalId(text: string) {
  return parseId<"treasury-withdrawal">(text) ?? refuseAt("id", "must be an id of 26 characters");
}

function readRail(text: string): WithdrawalRail {
  if (isBankRail(text) && !isDebit(text)) return text;
  return refuseAt("transfer_type", "must be wire, ach_credit, same_day_ach_credit or rtp_credit");
}

function balanceView({ account, posted, available, held }: Balance): TreasuryBalanceView {
  return {
    chain: account.chain,
    valueType: account.asset.code,
    balance: formatAmount(posted),
    available: formatAmount(available),
    held: formatAmount(held),
  };
}

function addressViews(places: ReadonlyMap<string, TreasuryPlace>): readonly TreasuryAddressView[] {
  return [...places].map(([chain, { address }]) => ({ chain, address }));
}

function withdrawalView(withdrawal: Withdrawal): WithdrawalView {
  const { id, paymentId, addressId, rail, amountCents, status, reasonCode, createdAt, updatedAt } =
    withdrawal;
  return {
    id,
    paymentId,
    addressId,
    transferType: rail,
    amount: dollarsText(amountCents),
    status,
    reason: reasonCode,
    created: formatInstant(createdAt),
    updated: formatInstant(updatedAt),
  };
}
