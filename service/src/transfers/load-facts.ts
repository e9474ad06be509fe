import { type Account, findAccount, findVisibleAccounts } from "../accounts/index.ts";
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
} from "../tokens/index.ts";
import type { CoolsUntil, RequestedTransferInput, TransferFacts } from "./facts.ts";
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
): Promise<(input: RequestedTransferInput) => TransferFacts> {
  const transfers = requests.map(({ requestedTransfer }) => requestedTransfer);
  // Token resources have no fees.
  const canHaveFees = transfers.some(({ resource }) => resource === "transfer");
  const [accounts, fees, found, tokens, debtors] = await together([
    loadAccounts(session, scope, requests),
    canHaveFees ? loadFees(session, scope) : [],
    findAddresses(session, scope, transfers.flatMap(addressIdsOf)),
    findTokensInAnyCase(session, scope, transfers.flatMap(valueTypesOf)),
    loadDebtors(deps, session, scope, requests),
  ]);
  const addresses = new Map(found.map((address) => [address.id as string, address]));
  const onChains = transfers.flatMap((transfer) =>
    addressesOnChains(inRegisteredSpelling(transfer, tokens), addresses),
  );
  const needsTreasury = [...tokens.values()].some(({ kind }) => kind === "third_party");
  const [contractsFound, isFrozen, treasury, matches] = await together([
    selectContractPlaces(session, scope.network, found.flatMap(externalOnChains)),
    loadFrozen(session, scope.network, onChains),
    needsTreasury ? deps.findTreasury(session, scope) : new Map<ChainFamily, TreasuryPlace>(),
    deps.sanctionsChecks.of(session, found),
  ]);
  const contracts = new Set(contractsFound.map(onChainKey));
  const shared = {
    fees,
    addresses,
    tokens,
    treasury,
    sanctionsMatch: (address: Address) => matches.get(address.id),
    coolsUntil: deps.coolsUntil ?? (() => undefined),
    isContract: (place: PlaceOnChain) => contracts.has(onChainKey(place)),
    isFrozen,
  };
  return (request) => {
    const account = accounts.get(accountKey(request, request.accountId));
    const brandAccount = brandOf(request, account, accounts);
    return { ...shared, account, brandAccount, isDebtor: debtors.has(request.accountId) };
  };
}

type Accounts = ReadonlyMap<string, Account>;

/** Grouped by requester: a batch may name as many accounts as it has requests. */
async function loadAccounts(
  session: Session,
  scope: TransferScope,
  requests: readonly RequestedTransferInput[],
): Promise<Accounts> {
  const byRequester = new Map<
    string,
    { readonly request: RequestedTransferInput; readonly ids: Set<string> }
  >();
  for (const request of requests) {
    const requesterKey = accountKey(request, "");
    const { ids } = byRequester.get(requesterKey) ?? { ids: new Set<string>() };
    ids.add(request.accountId);
    if (request.requestedTransfer.brandAccountId !== undefined)
      ids.add(request.requestedTransfer.brandAccountId);
    byRequester.set(requesterKey, { request, ids });
  }
  const found = await together(
    [...byRequester.values()].map(async ({ request, ids }) => {
      const visible = await loadVisible(session, scope, request, [...ids]);
      return [...visible].map(([id, account]) => [accountKey(request, id), account] as const);
    }),
  );
  return new Map(found.flat());
}

async function loadVisible(
  session: Session,
  { tenantId }: TransferScope,
  { requester }: RequestedTransferInput,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  if ("principal" in requester) return findVisibleAccounts(session, requester.principal, ids);
  const found = await together(
    ids.map(async (id) => {
      const accountId = parseId<"account">(id);
      const account = accountId && (await findAccount(session, { tenantId, accountId }));
      return account === undefined ? [] : [[id, account] as const];
    }),
  );
  return new Map(found.flat());
}

function accountKey({ requester }: RequestedTransferInput, accountId: string): string {
  return `${"principal" in requester ? requester.principal.accountId : ""} ${accountId}`;
}

/** The account itself or one that it manages. */
function brandOf(
  request: RequestedTransferInput,
  account: Account | undefined,
  accounts: Accounts,
): Account | undefined {
  const { brandAccountId } = request.requestedTransfer;
  const brand = brandAccountId === undefined ? undefined : accounts.get(accountKey(request, brandAccountId));
  if (brand === undefined || account === undefined) return undefined;
  const isManaged = brand.kind === "managed" && brand.managingAccountId === account.id;
  return brand.id === account.id || isManaged ? brand : undefined;
}

/** The payers among the requests that owe, if their outflows are held. */
function loadDebtors(
  { debtorOutflows = "hold" }: LoadFactsDeps,
  session: Session,
  scope: TransferScope,
  requests: readonly RequestedTransferInput[],
): Promise<ReadonlySet<string>> {
  const payers = requests.filter(({ requestedTransfer: { source } }) => source.medium === "chain");
  if (debtorOutflows !== "hold" || payers.length === 0) return Promise.resolve(new Set());
  return findDebtors(session, scope, [...new Set(payers.map(({ accountId }) => accountId))]);
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

function onChainKey({ chain, address }: PlaceOnChain): string {
  return `${chain} ${address}`;
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
