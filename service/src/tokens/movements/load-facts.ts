import { type Account, findVisibleAccount, type Screener } from "../../accounts/index.ts";
import { type Address, findAddresses } from "../../addresses/index.ts";
import type { Session } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import { type Network, networks, type TenantId } from "../../kernel/id.ts";
import { type PlaceOnChain, selectContractPlaces } from "../contract-store.ts";
import { findTokens } from "../find-token.ts";
import type { FrozenPlace } from "../freezes/freeze.ts";
import { type IsFrozen, loadFrozen } from "../freezes/frozen-places.ts";
import type { Token } from "../token.ts";
import type { WantedEnd, WantedMovement } from "./movement-request.ts";
import type { MovementFacts } from "./plan-movement.ts";

/** What a request asks for and who asks. */
export interface Asked {
  readonly principal: Principal;
  /** As the path names it. */
  readonly accountId: string;
  readonly wanted: WantedMovement;
}

/** The facts of many requests of one tenant, loaded together; each is then decided by its own. */
export async function loadFacts(
  { screener }: { readonly screener: Pick<Screener, "screenChainAddress"> },
  session: Session,
  tenantId: TenantId,
  asked: readonly Asked[],
): Promise<(asked: Asked) => MovementFacts> {
  const accounts = await loadAccounts(session, asked);
  const byNetwork = new Map<Network, NetworkFacts>();
  for (const network of networks) {
    const here = asked.filter(({ principal }) => principal.network === network);
    if (here.length > 0) byNetwork.set(network, await loadNetwork(session, { tenantId, network }, here));
  }
  const isListed = (address: string): boolean => screener.screenChainAddress(address).outcome === "hit";
  return (one) => {
    const { principal, wanted } = one;
    const facts = byNetwork.get(principal.network);
    return {
      principal,
      account: accounts.get(accountKey(one)),
      addresses: facts?.addresses ?? new Map<string, Address>(),
      token: facts?.tokens.get(wanted.valueType),
      isListed,
      isContract: (place) => facts?.contracts.has(placeKey(place)) === true,
      isFrozen: (place) => facts?.isFrozen(place) === true,
    };
  };
}

/** Requests of one batch mostly come from few applications and name few accounts. */
async function loadAccounts(
  session: Session,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, Account | undefined>> {
  const accounts = new Map<string, Account | undefined>();
  for (const one of asked) {
    const key = accountKey(one);
    if (accounts.has(key)) continue;
    accounts.set(key, await findVisibleAccount(session, one.principal, one.accountId));
  }
  return accounts;
}

function accountKey({ principal, accountId }: Asked): string {
  return `${principal.network} ${principal.accountId} ${accountId}`;
}

interface NetworkFacts {
  readonly addresses: ReadonlyMap<string, Address>;
  readonly tokens: ReadonlyMap<string, Token>;
  /** The places among the addresses where a token itself is. */
  readonly contracts: ReadonlySet<string>;
  readonly isFrozen: IsFrozen;
}

async function loadNetwork(
  session: Session,
  scope: { readonly tenantId: TenantId; readonly network: Network },
  asked: readonly Asked[],
): Promise<NetworkFacts> {
  const addressIds = asked.flatMap(({ wanted }) => endsOf(wanted).map(({ addressId }) => addressId));
  const addresses = await findAddresses(session, scope, addressIds);
  const contracts = await selectContractPlaces(session, scope.network, addresses.flatMap(placesOutside));
  const valueTypes = asked.map(({ wanted }) => wanted.valueType);
  const byId = new Map(addresses.map((address) => [address.id as string, address]));
  const ends = asked.flatMap(({ wanted }) => placesOf(wanted, byId));
  return {
    addresses: byId,
    tokens: await findTokens(session, scope, valueTypes),
    contracts: new Set(contracts.map(placeKey)),
    isFrozen: await loadFrozen(session, scope.network, ends),
  };
}

function endsOf(wanted: WantedMovement): readonly WantedEnd[] {
  return [
    ...(wanted.kind === "mint" ? [] : [wanted.source]),
    ...(wanted.kind === "burn" ? [] : [wanted.destination]),
  ];
}

/** Where the token would leave from and come to. */
function placesOf(wanted: WantedMovement, addresses: ReadonlyMap<string, Address>): readonly FrozenPlace[] {
  return endsOf(wanted).flatMap(({ addressId, chain }) => {
    const address = addresses.get(addressId);
    if (address?.medium !== "chain") return [];
    return [{ valueType: wanted.valueType, chain, address: address.onChainAddress }];
  });
}

/** A custodial address has a key, so it cannot be a contract. */
function placesOutside(address: Address): readonly PlaceOnChain[] {
  if (address.kind === "internal" || address.medium === "bank") return [];
  return address.transferTypes.map((chain) => ({ chain, address: address.onChainAddress }));
}

function placeKey({ chain, address }: PlaceOnChain): string {
  return `${chain} ${address}`;
}
