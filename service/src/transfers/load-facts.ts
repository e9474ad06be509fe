import { type Account, findAccounts, isVisibleTo } from "../accounts/index.ts";
import { type Address, findAddresses } from "../addresses/index.ts";
import type { ChainFamily } from "../chains/chain-name.ts";
import { findDebtors } from "../claims/index.ts";
import type { Session } from "../db/database.ts";
import { together } from "../db/together.ts";
import { type Network, parseId, type TenantId } from "../kernel/id.ts";
import { addMs, type Instant } from "../kernel/instant.ts";
import { addBankingDays } from "../rails/calendar/banking-day.ts";
import { bankDateOf, instantAt } from "../rails/calendar/new-york.ts";
import { isFundedByPayer } from "../rails/rail.ts";
import {
  type FrozenPlace,
  findTokensInAnyCase,
  loadFrozen,
  type PlaceOnChain,
  selectContractPlaces,
  type Token,
} from "../tokens/index.ts";
import type { CoolsUntil, RequestedTransferInput, TransferFacts } from "./facts.ts";
import { nothingRemembered, type Remembered, type RememberedFacts, recallAll } from "./facts-memory.ts";
import { loadFees } from "./fees/store.ts";
import type { SanctionsChecks } from "./sanctions-checks.ts";
import type { TransferScope } from "./store.ts";
import type { TreasuryPlace } from "./transfer.ts";
import { inRegisteredSpelling, type RequestedTransfer } from "./transfer-request.ts";

export interface LoadFactsDeps {
  readonly sanctionsChecks: SanctionsChecks;
  /** Whether outflows of accounts that owe are held for manual review; held by default. */
  readonly debtorOutflows?: DebtorOutflows;
  /** Cooling-off of new destinations; none by default. */
  readonly coolsUntil?: CoolsUntil;
  /** Treasury addresses that hold a tenant's third-party tokens, by chain. */
  readonly findTreasury: (
    session: Session,
    scope: TransferScope,
  ) => Promise<ReadonlyMap<ChainFamily, TreasuryPlace>>;
}

export type DebtorOutflows = "hold" | "allow";

/** Loads the facts of many requests together; each request is decided with its own. */
export async function loadFacts(
  deps: LoadFactsDeps,
  session: Session,
  scope: TransferScope,
  requests: readonly RequestedTransferInput[],
  remembered: RememberedFacts = nothingRemembered,
): Promise<(input: RequestedTransferInput) => TransferFacts> {
  const { network } = scope;
  const transfers = requests.map(({ requestedTransfer }) => requestedTransfer);
  // Token resources have no fees.
  const canHaveFees = transfers.some(({ resource }) => resource === "transfer");
  const [accounts, fees, addresses, requestedTokens, debtors] = await together([
    loadAccounts(session, scope, requests, remembered),
    canHaveFees ? recallAll(remembered.fees, () => loadFees(session, scope)) : [],
    remembered.addresses(
      transfers.flatMap(addressIdsOf),
      async (ids) => new Map((await findAddresses(session, scope, ids)).map((found) => [found.id, found])),
    ),
    remembered.tokens(transfers.flatMap(valueTypesOf), (valueTypes) =>
      findTokensInAnyCase(session, scope, valueTypes),
    ),
    remembered.debtors(debtorsAmong(deps, requests), async (ids) => {
      const found = await findDebtors(session, scope, ids);
      return new Map(ids.map((id) => [id, found.has(id)]));
    }),
  ]);
  const tokens = byRegisteredName(requestedTokens);
  const onChains = transfers.flatMap((transfer) =>
    addressesOnChains(inRegisteredSpelling(transfer, tokens), addresses),
  );
  const needsTreasury = [...tokens.values()].some(({ kind }) => kind === "third_party");
  const found = [...addresses.values()];
  const [isContract, isFrozen, treasury, matches] = await together([
    recallOnChains(remembered.contracts, found.flatMap(externalOnChains), async (missing) => {
      const contracts = new Set((await selectContractPlaces(session, network, missing)).map(onChainKey));
      return (place) => contracts.has(onChainKey(place));
    }),
    recallOnChains(remembered.frozen, onChains, (missing) => loadFrozen(session, network, missing)),
    needsTreasury ? deps.findTreasury(session, scope) : new Map<ChainFamily, TreasuryPlace>(),
    deps.sanctionsChecks.of(session, found),
  ]);
  const shared = {
    fees,
    addresses,
    tokens,
    treasury,
    sanctionsMatch: (address: Address) => matches.get(address.id),
    coolsUntil: deps.coolsUntil ?? (() => undefined),
    isContract,
    isFrozen,
  };
  return (request) => {
    const account = visibleAccount(accounts, request, request.accountId);
    const brandAccount = brandOf(request, account, accounts);
    return { ...shared, account, brandAccount, isDebtor: debtors.get(request.accountId) === true };
  };
}

/** Also by the names of the tokens themselves, which requests may spell in another case. */
function byRegisteredName(tokens: ReadonlyMap<string, Token>): ReadonlyMap<string, Token> {
  return new Map([...tokens, ...[...tokens.values()].map((token) => [token.valueType, token] as const)]);
}

async function recallOnChains<Place extends PlaceOnChain>(
  remembered: Remembered<boolean>,
  places: readonly Place[],
  load: (missing: readonly Place[]) => Promise<(place: Place) => boolean>,
): Promise<(place: Place) => boolean> {
  const byKey = new Map(places.map((place) => [onChainKey(place), place]));
  const known = await remembered([...byKey.keys()], async (keys) => {
    const missing = keys.flatMap((key) => byKey.get(key) ?? []);
    const holds = await load(missing);
    return new Map(missing.map((place) => [onChainKey(place), holds(place)]));
  });
  return (place) => known.get(onChainKey(place)) === true;
}

type Accounts = ReadonlyMap<string, Account>;

/** Those that the requests name, also of requesters that may not see them. */
async function loadAccounts(
  session: Session,
  { tenantId }: TransferScope,
  requests: readonly RequestedTransferInput[],
  remembered: RememberedFacts,
): Promise<Accounts> {
  const named = requests.flatMap(({ accountId, requestedTransfer: { brandAccountId } }) =>
    brandAccountId === undefined ? [accountId] : [accountId, brandAccountId],
  );
  const load = async (missing: readonly string[]): Promise<Accounts> => {
    const ids = missing.flatMap((text) => parseId<"account">(text) ?? []);
    const found = ids.length === 0 ? [] : await findAccounts(session, tenantId, ids);
    return new Map(found.map((account) => [account.id, account]));
  };
  // The verification of an account ends without a new version, because a pending account decides nothing.
  const isVerified = ({ status }: Account): boolean => status !== "pending";
  return remembered.accounts(named, load, isVerified);
}

function visibleAccount(
  accounts: Accounts,
  { requester }: RequestedTransferInput,
  id: string,
): Account | undefined {
  const account = accounts.get(id);
  if (account === undefined || !("principal" in requester)) return account;
  return isVisibleTo(requester.principal, account) ? account : undefined;
}

/** The account itself or one that it manages. */
function brandOf(
  request: RequestedTransferInput,
  account: Account | undefined,
  accounts: Accounts,
): Account | undefined {
  const { brandAccountId } = request.requestedTransfer;
  const brand = brandAccountId === undefined ? undefined : visibleAccount(accounts, request, brandAccountId);
  if (brand === undefined || account === undefined) return undefined;
  const isManaged = brand.kind === "managed" && brand.managingAccountId === account.id;
  return brand.id === account.id || isManaged ? brand : undefined;
}

/** The payers among the requests, if the outflows of those that owe are held. */
function debtorsAmong(
  { debtorOutflows = "hold" }: LoadFactsDeps,
  requests: readonly RequestedTransferInput[],
): readonly string[] {
  if (debtorOutflows !== "hold") return [];
  const payers = requests.filter(({ requestedTransfer: { source } }) => source.medium === "chain");
  return payers.flatMap(({ accountId }) => parseId<"account">(accountId) ?? []);
}

function addressIdsOf({ source, destination }: RequestedTransfer): readonly string[] {
  return [source, destination].flatMap(({ addressId }) => (addressId === undefined ? [] : [addressId]));
}

/** The source and destination on chains. */
function addressesOnChains(
  { source, destination }: RequestedTransfer,
  addresses: ReadonlyMap<string, Address>,
): readonly FrozenPlace[] {
  return [source, destination].flatMap((leg) => {
    const address = addresses.get(leg.addressId ?? "");
    if (leg.medium !== "chain" || address?.medium !== "chain") return [];
    return [{ valueType: leg.valueType, chain: leg.chain, address: address.onChainAddress }];
  });
}

function valueTypesOf({ source, destination }: RequestedTransfer): readonly string[] {
  return [source, destination].flatMap((leg) => (leg.medium === "bank" ? [] : [leg.valueType]));
}

/** A custodial address has a key, so it cannot be a contract. */
function externalOnChains(address: Address): readonly PlaceOnChain[] {
  if (address.kind === "internal" || address.medium === "bank") return [];
  return address.transferTypes.map((chain) => ({ chain, address: address.onChainAddress }));
}

function onChainKey({ chain, address, valueType = "" }: PlaceOnChain & Partial<FrozenPlace>): string {
  return `${chain} ${address} ${valueType}`;
}

export interface WireDeadlineDeps {
  /** Defaults to the system clock. */
  readonly bankNow?: BankNow;
}

/** Current time of a network's bank, or of a tenant there, whose clock may be ahead of the bank's own. */
export type BankNow = (
  network: Network,
  session: Session,
  tenantId?: TenantId,
) => Promise<{ readonly now: Instant; readonly aheadMs: number }>;

/** How long a transfer awaits an inbound wire. */
const wireDeadlineBankingDays = 10;
const endOfDay = "23:59";

/** The deadline for inbound wires of a tenant, by its clock at the bank; now if no request needs one. */
export async function loadWireDeadline(
  { bankNow }: WireDeadlineDeps,
  session: Session,
  { tenantId, network }: TransferScope,
  requests: readonly RequestedTransferInput[],
  now: Instant,
): Promise<Instant> {
  if (!requests.some(needsWire)) return now;
  const atBank = (await bankNow?.(network, session, tenantId)) ?? { now, aheadMs: 0 };
  const deadline = instantAt(addBankingDays(bankDateOf(atBank.now), wireDeadlineBankingDays), endOfDay);
  // Ten banking days of the tenant's clock, as a time of the bank's own clock.
  return addMs(deadline, -atBank.aheadMs);
}

function needsWire({ requestedTransfer: { source }, requester }: RequestedTransferInput): boolean {
  const isReceived = "funding" in requester && requester.funding !== undefined;
  return source.medium === "bank" && isFundedByPayer(source.rail) && !isReceived;
}
