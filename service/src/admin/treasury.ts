import { createSanctionsSource } from "../accounts/adapters/sanctions-source.ts";
import { createScreener } from "../accounts/index.ts";
import type { Address } from "../addresses/index.ts";
import type { Transaction } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { type Network, parseId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { usd } from "../kernel/money.ts";
import { orThrow, type Refusal, refuse } from "../kernel/refusal.ts";
import { type CreditRail, creditRails, isBankRail, isDebit } from "../rails/rail.ts";
import { readTokenUnits } from "../tokens/index.ts";
import {
  createCoolingOff,
  createSanctionsChecks,
  requireTenant,
  withdrawalLimits,
} from "../transfers/index.ts";
import {
  ensureTreasury,
  showTreasury as readTreasury,
  requireFundingAccount,
  type TreasuryInstructions,
  type TreasuryPlace,
  type TreasuryScope,
  type TreasuryView,
  type Withdrawal,
  withdrawalSources,
  withdrawDollars,
  withdrawTokens,
} from "../treasury/index.ts";
import { paymentsOf, queuesOf } from "./admin-deps.ts";
import { openWallets } from "./custodial-addresses.ts";
import type { AdminContext } from "./open-admin.ts";
import { readCents, readChain, readOneOf, refuseAt } from "./read-input.ts";

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
  /** Money of the treasury, or earned fees; the treasury's by default. */
  readonly from?: string | undefined;
  /** `USD` by default, or a third-party token. */
  readonly valueType?: string | undefined;
  readonly addressId: string;
  /** A rail, or the chain of the token. */
  readonly transferType: string;
  readonly amount: string;
  readonly memo?: string | undefined;
}

/** The limit of a wire; other rails truncate it. */
const memoShape = /^[\x20-\x7e]{1,140}$/;

/** Withdraws dollars or tokens to an address of the managing account. */
export async function withdrawFromTreasury(
  admin: AdminContext,
  request: WithdrawalRequest,
): Promise<Withdrawal> {
  const { database, clock, newId, cause, config } = admin;
  const { addressId, memo, valueType = usd.code } = request;
  const id = request.id === undefined ? undefined : readWithdrawalId(request.id);
  const source = readOneOf("from", withdrawalSources, request.from ?? "treasury");
  const isDollars = valueType.toUpperCase() === usd.code;
  if (!isDollars && source === "fees") refuseAt("from", "must be treasury for tokens: fees are dollars");
  if (memo !== undefined && !isDollars) refuseAt("memo", "is only for a bank's statement, not for tokens");
  if (memo !== undefined && !memoShape.test(memo)) {
    refuseAt("memo", "must be one line of at most 140 ASCII letters, digits and punctuation");
  }
  const common = { ...(await scopeOf(admin, request)), cause, id, addressId };
  const keyRing = await admin.loadKeyRing();
  const deps = {
    clock,
    newId,
    payments: paymentsOf(admin, keyRing),
    chainWork: queuesOf(admin).chainWork,
    withdrawalLimits: withdrawalLimits({ clock, defaultLimits: config.defaultLimits }),
    refuseDestination: await destinationCheck(admin, keyRing),
  };
  if (isDollars) {
    const rail = readRail(request.transferType);
    const amountCents = readCents(request.amount, "amount");
    return database.transaction((tx) =>
      withdrawDollars(deps, tx, { ...common, source, rail, amountCents, memo }),
    );
  }
  const chain = readChain(admin, "transfer_type", request.transferType);
  const units = orThrow(readTokenUnits(request.amount, valueType));
  return database.transaction((tx) => withdrawTokens(deps, tx, { ...common, chain, valueType, units }));
}

/** A destination is checked like that of a transfer: against the sanctions list, and for the cooling-off period. */
async function destinationCheck({ clock, config }: AdminContext, keyRing: KeyRing) {
  const { sanctions, destinationCoolingOffMs } = config;
  const screener = createScreener({
    source: createSanctionsSource(sanctions),
    threshold: sanctions.threshold,
  });
  await screener.refresh();
  const sanctionsChecks = createSanctionsChecks({ screener, keyRing });
  const coolsUntil = createCoolingOff(clock, destinationCoolingOffMs);
  return async (tx: Transaction, address: Address): Promise<Refusal | undefined> => {
    const until = coolsUntil(address);
    const why = (await sanctionsChecks.of(tx, [address])).has(address.id)
      ? "matches an entry of the sanctions list"
      : until && `was added or changed recently, and can be a destination from ${formatInstant(until)} on`;
    return why === undefined
      ? undefined
      : refuse("unprocessable", `address_id ${why}`, { errors: [{ pointer: "/address_id", detail: why }] });
  };
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

function readRail(text: string): CreditRail {
  if (isBankRail(text) && !isDebit(text)) return text;
  return refuseAt("transfer_type", `must be one of ${creditRails.join(", ")}`);
}
