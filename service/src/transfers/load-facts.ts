import { type Account, findAccount, findVisibleAccounts } from "../accounts/index.ts";
import { type Address, findAddresses } from "../addresses/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import { type Network, networks, parseId, type TenantId } from "../kernel/id.ts";
import {
  type FrozenPlace,
  findTokens,
  type IsFrozen,
  loadFrozen,
  type PlaceOnChain,
  selectContractPlaces,
  type Token,
} from "../tokens/index.ts";
import type { Asked, TransferFacts } from "./facts.ts";
import { loadFees } from "./fees/store.ts";
import type { Listing, Listings } from "./listings.ts";
import type { TransferScope } from "./store.ts";
import type { TreasuryPlace } from "./transfer.ts";
import type { WantedTransfer } from "./transfer-request.ts";

export interface LoadFactsDeps {
  readonly listings: Listings;
  /** Where a tenant keeps tokens of others, by chain. */
  readonly findTreasury: (
    session: Session,
    scope: TransferScope,
  ) => Promise<ReadonlyMap<ChainName, TreasuryPlace>>;
}

/** The facts of many requests of one tenant, loaded together; each is then decided by its own. */
export async function loadFacts(
  deps: LoadFactsDeps,
  session: Session,
  tenantId: TenantId,
  asked: readonly Asked[],
): Promise<(asked: Asked) => TransferFacts> {
  const accounts = await loadAccounts(session, asked);
  const fees = await loadFees(session, tenantId);
  const byNetwork = new Map<Network, NetworkFacts>();
  for (const network of networks) {
    const here = asked.filter((one) => one.network === network);
    if (here.length > 0)
      byNetwork.set(network, await loadNetwork(deps, session, { tenantId, network }, here));
  }
  return (one) => {
    const facts = byNetwork.get(one.network) ?? nothing;
    const account = accounts.get(accountKey(one, one.accountId));
    return {
      account,
      fees,
      brandAccount: brandOf(one, account, accounts),
      addresses: facts.addresses,
      tokens: facts.tokens,
      treasury: facts.treasury,
      listing: (address) => facts.listings.get(address.id),
      isContract: (place) => facts.contracts.has(placeKey(place)),
      isFrozen: facts.isFrozen,
    };
  };
}

type Accounts = ReadonlyMap<string, Account>;

/** Those of one asker together: a batch may name as many accounts as it has requests. */
async function loadAccounts(session: Session, asked: readonly Asked[]): Promise<Accounts> {
  const wanted = new Map<string, { readonly one: Asked; readonly ids: Set<string> }>();
  for (const one of asked) {
    const asker = accountKey(one, "");
    const { ids } = wanted.get(asker) ?? { ids: new Set<string>() };
    ids.add(one.accountId);
    if (one.wanted.brandAccountId !== undefined) ids.add(one.wanted.brandAccountId);
    wanted.set(asker, { one, ids });
  }
  const accounts = new Map<string, Account>();
  for (const { one, ids } of wanted.values()) {
    const found = await loadSeenBy(session, one, [...ids]);
    for (const [id, account] of found) accounts.set(accountKey(one, id), account);
  }
  return accounts;
}

async function loadSeenBy(
  session: Session,
  { asker, tenantId }: Asked,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  if ("principal" in asker) return findVisibleAccounts(session, asker.principal, ids);
  const accounts = new Map<string, Account>();
  for (const id of ids) {
    const accountId = parseId<"account">(id);
    const account = accountId && (await findAccount(session, { tenantId, accountId }));
    if (account !== undefined) accounts.set(id, account);
  }
  return accounts;
}

function accountKey({ asker, network }: Asked, accountId: string): string {
  return `${network} ${"principal" in asker ? asker.principal.accountId : ""} ${accountId}`;
}

/** The account itself, or one that it manages. */
function brandOf(one: Asked, account: Account | undefined, accounts: Accounts): Account | undefined {
  const { brandAccountId } = one.wanted;
  const brand = brandAccountId === undefined ? undefined : accounts.get(accountKey(one, brandAccountId));
  if (brand === undefined || account === undefined) return undefined;
  const isManaged = brand.kind === "managed" && brand.managingAccountId === account.id;
  return brand.id === account.id || isManaged ? brand : undefined;
}

interface NetworkFacts {
  readonly addresses: ReadonlyMap<string, Address>;
  readonly tokens: ReadonlyMap<string, Token>;
  readonly treasury: ReadonlyMap<ChainName, TreasuryPlace>;
  /** The places among the addresses where a token itself is. */
  readonly contracts: ReadonlySet<string>;
  readonly isFrozen: IsFrozen;
  readonly listings: ReadonlyMap<string, Listing>;
}

const nothing: NetworkFacts = {
  addresses: new Map(),
  tokens: new Map(),
  treasury: new Map(),
  contracts: new Set(),
  isFrozen: () => false,
  listings: new Map(),
};

async function loadNetwork(
  { listings, findTreasury }: LoadFactsDeps,
  session: Session,
  scope: TransferScope,
  asked: readonly Asked[],
): Promise<NetworkFacts> {
  const wanted = asked.map((one) => one.wanted);
  const addresses = await findAddresses(session, scope, wanted.flatMap(addressIdsOf));
  const contracts = await selectContractPlaces(session, scope.network, addresses.flatMap(placesOutside));
  const tokens = await findTokens(session, scope, wanted.flatMap(valueTypesOf));
  const needsTreasury = [...tokens.values()].some(({ kind }) => kind === "third_party");
  const byId = new Map(addresses.map((address) => [address.id as string, address]));
  return {
    addresses: byId,
    tokens,
    treasury: needsTreasury ? await findTreasury(session, scope) : new Map(),
    contracts: new Set(contracts.map(placeKey)),
    isFrozen: await loadFrozen(
      session,
      scope.network,
      wanted.flatMap((one) => placesOf(one, byId)),
    ),
    listings: await listings.of(session, addresses),
  };
}

function addressIdsOf({ source, destination }: WantedTransfer): readonly string[] {
  return [source, destination].flatMap(({ addressId }) => (addressId === undefined ? [] : [addressId]));
}

/** Where tokens would leave from and come to. */
function placesOf(
  { source, destination }: WantedTransfer,
  addresses: ReadonlyMap<string, Address>,
): readonly FrozenPlace[] {
  return [source, destination].flatMap((end) => {
    const address = addresses.get(end.addressId ?? "");
    if (end.medium !== "chain" || address?.medium !== "chain") return [];
    return [{ valueType: end.valueType, chain: end.chain, address: address.onChainAddress }];
  });
}

function valueTypesOf({ source, destination }: WantedTransfer): readonly string[] {
  return [source, destination].flatMap((end) => (end.medium === "chain" ? [end.valueType] : []));
}

/** A custodial address has a key, so it cannot be a contract. */
function placesOutside(address: Address): readonly PlaceOnChain[] {
  if (address.kind === "internal" || address.medium === "bank") return [];
  return address.transferTypes.map((chain) => ({ chain, address: address.onChainAddress }));
}

function placeKey({ chain, address }: PlaceOnChain): string {
  return `${chain} ${address}`;
}
