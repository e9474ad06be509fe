import { type Account, findAccount, findVisibleAccounts } from "../accounts/index.ts";
import { type Address, findAddresses } from "../addresses/index.ts";
import type { ChainFamily } from "../chains/chain-name.ts";
import { findDebtors } from "../claims/index.ts";
import type { Session } from "../db/database.ts";
import { together } from "../db/together.ts";
import { type Network, networks, parseId, type TenantId } from "../kernel/id.ts";
import { addMs, type Instant } from "../kernel/instant.ts";
import { addBankingDays } from "../rails/calendar/banking-day.ts";
import { bankDateOf, instantAt } from "../rails/calendar/new-york.ts";
import { isFundedByPayer } from "../rails/rail.ts";
import {
  type FrozenPlace,
  findTokensInAnyCase,
  type IsFrozen,
  loadFrozen,
  type PlaceOnChain,
  selectContractPlaces,
  type Token,
} from "../tokens/index.ts";
import type { CoolsUntil, RequestedTransferInput, TransferFacts } from "./facts.ts";
import { loadFees } from "./fees/store.ts";
import { inRegisteredSpelling } from "./registered-spelling.ts";
import type { SanctionsChecks, SanctionsMatch } from "./sanctions-checks.ts";
import type { TransferScope } from "./store.ts";
import type { TreasuryPlace } from "./transfer.ts";
import type { RequestedTransfer } from "./transfer-request.ts";

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

/** Loads the facts of many requests of a tenant together; each request is decided with its own. */
export async function loadFacts(
  deps: LoadFactsDeps,
  session: Session,
  tenantId: TenantId,
  requests: readonly RequestedTransferInput[],
): Promise<(input: RequestedTransferInput) => TransferFacts> {
  // Token resources have no fees.
  const canHaveFees = requests.some(({ requestedTransfer }) => requestedTransfer.resource === "transfer");
  const [accounts, fees, inNetworks] = await together([
    loadAccounts(session, requests),
    canHaveFees ? loadFees(session, { tenantId }) : [],
    together(
      networks.map(async (network) => {
        const inNetwork = requests.filter((request) => request.network === network);
        if (inNetwork.length === 0) return [network, noFacts] as const;
        return [network, await loadNetwork(deps, session, { tenantId, network }, inNetwork)] as const;
      }),
    ),
  ]);
  const byNetwork: ReadonlyMap<Network, NetworkFacts> = new Map(inNetworks);
  return (request) => {
    const facts = byNetwork.get(request.network) ?? noFacts;
    const account = accounts.get(accountKey(request, request.accountId));
    return {
      account,
      fees,
      brandAccount: brandOf(request, account, accounts),
      addresses: facts.addresses,
      tokens: facts.tokens,
      treasury: facts.treasury,
      isDebtor: facts.debtors.has(request.accountId),
      sanctionsMatch: (address) => facts.sanctionsChecks.get(address.id),
      coolsUntil: deps.coolsUntil ?? (() => undefined),
      isContract: (place) => facts.contracts.has(placeKey(place)),
      isFrozen: facts.isFrozen,
    };
  };
}

type Accounts = ReadonlyMap<string, Account>;

/** Grouped by requester: a batch may name as many accounts as it has requests. */
async function loadAccounts(
  session: Session,
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
      const visible = await loadVisible(session, request, [...ids]);
      return [...visible].map(([id, account]) => [accountKey(request, id), account] as const);
    }),
  );
  return new Map(found.flat());
}

async function loadVisible(
  session: Session,
  { requester, tenantId }: RequestedTransferInput,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  if ("principal" in requester) return findVisibleAccounts(session, requester.principal, ids);
  const accounts = new Map<string, Account>();
  for (const id of ids) {
    const accountId = parseId<"account">(id);
    const account = accountId && (await findAccount(session, { tenantId, accountId }));
    if (account !== undefined) accounts.set(id, account);
  }
  return accounts;
}

function accountKey({ requester, network }: RequestedTransferInput, accountId: string): string {
  return `${network} ${"principal" in requester ? requester.principal.accountId : ""} ${accountId}`;
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

interface NetworkFacts {
  readonly addresses: ReadonlyMap<string, Address>;
  readonly tokens: ReadonlyMap<string, Token>;
  readonly treasury: ReadonlyMap<ChainFamily, TreasuryPlace>;
  /** Accounts that owe. */
  readonly debtors: ReadonlySet<string>;
  /** Addresses that are token contracts. */
  readonly contracts: ReadonlySet<string>;
  readonly isFrozen: IsFrozen;
  readonly sanctionsChecks: ReadonlyMap<string, SanctionsMatch>;
}

const noFacts: NetworkFacts = {
  addresses: new Map(),
  tokens: new Map(),
  treasury: new Map(),
  debtors: new Set(),
  contracts: new Set(),
  isFrozen: () => false,
  sanctionsChecks: new Map(),
};

async function loadNetwork(
  { sanctionsChecks, findTreasury, debtorOutflows = "hold" }: LoadFactsDeps,
  session: Session,
  scope: TransferScope,
  requests: readonly RequestedTransferInput[],
): Promise<NetworkFacts> {
  const transfers = requests.map((request) => request.requestedTransfer);
  const payers = requests.filter(({ requestedTransfer: { source } }) => source.medium === "chain");
  const [addresses, tokens, debtors] = await together([
    findAddresses(session, scope, transfers.flatMap(addressIdsOf)),
    findTokensInAnyCase(session, scope, transfers.flatMap(valueTypesOf)),
    debtorOutflows === "hold" && payers.length > 0
      ? findDebtors(session, scope, [...new Set(payers.map(({ accountId }) => accountId))])
      : new Set<string>(),
  ]);
  const byId = new Map(addresses.map((address) => [address.id as string, address]));
  const places = transfers.flatMap((transfer) => placesOf(inRegisteredSpelling(transfer, tokens), byId));
  const needsTreasury = [...tokens.values()].some(({ kind }) => kind === "third_party");
  const [contracts, isFrozen, treasury, matches] = await together([
    selectContractPlaces(session, scope.network, addresses.flatMap(externalPlaces)),
    loadFrozen(session, scope.network, places),
    needsTreasury ? findTreasury(session, scope) : new Map(),
    sanctionsChecks.of(session, addresses),
  ]);
  return {
    addresses: byId,
    tokens,
    treasury,
    debtors,
    contracts: new Set(contracts.map(placeKey)),
    isFrozen,
    sanctionsChecks: matches,
  };
}

function addressIdsOf({ source, destination }: RequestedTransfer): readonly string[] {
  return [source, destination].flatMap(({ addressId }) => (addressId === undefined ? [] : [addressId]));
}

/** The source and destination on chains. */
function placesOf(
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
function externalPlaces(address: Address): readonly PlaceOnChain[] {
  if (address.kind === "internal" || address.medium === "bank") return [];
  return address.transferTypes.map((chain) => ({ chain, address: address.onChainAddress }));
}

function placeKey({ chain, address }: PlaceOnChain): string {
  return `${chain} ${address}`;
}

export interface WireDeadlinesDeps {
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

/** Deadlines for the inbound wires of requests of one tenant, by its clock at the bank; others have none. */
export async function loadWireDeadlines(
  { bankNow }: WireDeadlinesDeps,
  session: Session,
  requests: readonly RequestedTransferInput[],
  now: Instant,
): Promise<(input: RequestedTransferInput) => Instant> {
  const starts = new Map<Network, Awaited<ReturnType<BankNow>>>();
  for (const network of networks) {
    const first = requests.find((request) => request.network === network && needsWire(request));
    if (first !== undefined && bankNow !== undefined)
      starts.set(network, await bankNow(network, session, first.tenantId));
  }
  const deadlines = new Map<Network, Instant>();
  return (request) => {
    if (!needsWire(request)) return now;
    const { network } = request;
    const deadline = deadlines.get(network) ?? deadlineAfter(starts.get(network) ?? { now, aheadMs: 0 });
    // Calendar arithmetic is slow, and a batch needs it for each request.
    deadlines.set(network, deadline);
    return deadline;
  };
}

/** Ten banking days of the tenant's clock, as a time of the bank's own clock. */
function deadlineAfter({ now, aheadMs }: Awaited<ReturnType<BankNow>>): Instant {
  const deadline = instantAt(addBankingDays(bankDateOf(now), wireDeadlineBankingDays), endOfDay);
  return addMs(deadline, -aheadMs);
}

function needsWire({ requestedTransfer: { source }, requester }: RequestedTransferInput): boolean {
  const isReceived = "funding" in requester && requester.funding !== undefined;
  return source.medium === "bank" && isFundedByPayer(source.rail) && !isReceived;
}
