import { type Network, parseId } from "../kernel/id.ts";
import { creditRails, isBankRail, isDebit } from "../rails/rail.ts";
import { requireTenant, withdrawalLimits } from "../transfers/index.ts";
import {
  ensureTreasury,
  showTreasury as readTreasury,
  requireFundingAccount,
  type TreasuryInstructions,
  type TreasuryPlace,
  type TreasuryScope,
  type TreasuryView,
  type Withdrawal,
  type WithdrawalRail,
  withdrawDollars,
} from "../treasury/index.ts";
import { paymentsOf } from "./admin-deps.ts";
import { openWallets } from "./custodial-addresses.ts";
import type { AdminContext } from "./open-admin.ts";
import { readCents, refuseAt } from "./read-input.ts";

/** Identifies a treasury. */
export interface TreasuryName {
  readonly managingAccountId: string;
  readonly network: Network;
}

export async function showTreasury(admin: AdminContext, name: TreasuryName): Promise<TreasuryView> {
  const picture = await readTreasury(admin.database, await scopeOf(admin, name));
  return { ...picture, chains: admin.config.chains.names };
}

/** Opens the account number and creates the addresses on the first request. */
export async function treasuryInstructions(
  admin: AdminContext,
  name: TreasuryName,
): Promise<TreasuryInstructions> {
  const { database, clock, newId, cause } = admin;
  const { chains } = admin.config;
  const scope = await scopeOf(admin, name);
  const payments = paymentsOf(admin, await admin.loadKeyRing());
  const wallets = (await openWallets(admin)).get(scope.network);
  return database.transaction(async (tx) => {
    const places =
      wallets === undefined
        ? new Map<never, TreasuryPlace>()
        : await ensureTreasury({ clock, newId, wallets, chains }, tx, scope, cause);
    const bank = await requireFundingAccount({ clock, newId, payments }, tx, { ...scope, cause });
    return { bank, places, chains: chains.names };
  });
}

export interface WithdrawalRequest extends TreasuryName {
  /** Chosen by a caller that may retry; a second request with the same id is rejected. */
  readonly id?: string | undefined;
  readonly addressId: string;
  readonly transferType: string;
  readonly amount: string;
  readonly memo?: string | undefined;
}

/** The limit of a wire; other rails truncate it. */
const memoShape = /^[\x20-\x7e]{1,140}$/;

/** Orders a payment of treasury dollars to a bank account of the managing account. */
export async function withdrawFromTreasury(
  admin: AdminContext,
  request: WithdrawalRequest,
): Promise<Withdrawal> {
  const { database, clock, newId, cause } = admin;
  const { addressId, memo } = request;
  if (memo !== undefined && !memoShape.test(memo)) {
    refuseAt("memo", "must be one line of at most 140 ASCII letters, digits and punctuation");
  }
  const rail = readRail(request.transferType);
  const id = request.id === undefined ? undefined : readWithdrawalId(request.id);
  const amountCents = readCents(request.amount, "amount");
  const scope = await scopeOf(admin, request);
  const payments = paymentsOf(admin, await admin.loadKeyRing());
  const input = { ...scope, cause, id, addressId, rail, amountCents, memo };
  const limits = withdrawalLimits({ clock, defaultLimits: admin.config.defaultLimits });
  const deps = { clock, newId, payments, withdrawalLimits: limits };
  return database.transaction((tx) => withdrawDollars(deps, tx, input));
}

async function scopeOf(
  { database }: AdminContext,
  { managingAccountId, network }: TreasuryName,
): Promise<TreasuryScope> {
  return { tenantId: await requireTenant(database, managingAccountId), network };
}

function readWithdrawalId(text: string) {
  return parseId<"treasury-withdrawal">(text) ?? refuseAt("id", "must be an id of 26 characters");
}

function readRail(text: string): WithdrawalRail {
  if (isBankRail(text) && !isDebit(text)) return text;
  return refuseAt("transfer_type", `must be one of ${creditRails.join(", ")}`);
}
