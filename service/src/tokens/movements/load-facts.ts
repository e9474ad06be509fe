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
import type { RequestedEnd, RequestedMovement } from "./movement-request.ts";
import type { MovementFacts } from "./plan-movement.ts";

/** A request and its requester. */
export interface Requested {
  readonly principal: Principal;
  /** As given in the path. */
  readonly accountId: string;
  readonly requestedMovement: RequestedMovement;
}

/** Loads the facts of many requests of a tenant together; each request is decided with its own. */
export async function loadFacts(
  { screener }: { readonly screener: Pick<Screener, "screenChainAddress"> },
  session: Session,
  tenantId: TenantId,
  input: readonly Requested[],
): Promise<(input: Requested) => MovementFacts> {
  const accounts = await loadAccounts(session, input);
  const byNetwork = new Map<Network, NetworkFacts>();
  for (const network of networks) {
    const here = input.filter(({ principal }) => principal.network === network);
    if (here.length > 0) byNetwork.set(network, await loadNetwork(session, { tenantId, network }, here));
  }
  const isSanctioned = (address: string): boolean => screener.screenChainAddress(address).outcome === "hit";
  return (request) => {
    const { principal, requestedMovement } = request;
    const facts = byNetwork.get(principal.network);
    return {
      principal,
      account: accounts.get(accountKey(request)),
      addresses: facts?.addresses ?? new Map<string, Address>(),
      token: facts?.tokens.get(requestedMovement.valueType),
      isSanctioned,
      isContract: (place) => facts?.contracts.has(placeKey(place)) === true,
      isFrozen: (place) => facts?.isFrozen(place) === true,
    };
  };
}

/** Requests of a batch mostly come from few applications and accounts. */
async function loadAccounts(
  session: Session,
  input: readonly Requested[],
): Promise<ReadonlyMap<string, Account | undefined>> {
  const accounts = new Map<string, Account | undefined>();
  for (const request of input) {
    const key = accountKey(request);
    if (accounts.has(key)) continue;
    accounts.set(key, await findVisibleAccount(session, request.principal, request.accountId));
  }
  return accounts;
}

function accountKey({ principal, accountId }: Requested): string {
  return `${principal.network} ${principal.accountId} ${accountId}`;
}

interface NetworkFacts {
  readonly addresses: ReadonlyMap<string, Address>;
  readonly tokens: ReadonlyMap<string, Token>;
  /** Addresses that are token contracts. */
  readonly contracts: ReadonlySet<string>;
  readonly isFrozen: IsFrozen;
}

async function loadNetwork(
  session: Session,
  scope: { readonly tenantId: TenantId; readonly network: Network },
  input: readonly Requested[],
): Promise<NetworkFacts> {
  const addressIds = input.flatMap(({ requestedMovement }) =>
    endsOf(requestedMovement).map(({ addressId }) => addressId),
  );
  const addresses = await findAddresses(session, scope, addressIds);
  const contracts = await selectContractPlaces(session, scope.network, addresses.flatMap(placesOutside));
  const valueTypes = input.map(({ requestedMovement }) => requestedMovement.valueType);
  const byId = new Map(addresses.map((address) => [address.id as string, address]));
  const ends = input.flatMap(({ requestedMovement }) => placesOf(requestedMovement, byId));
  return {
    addresses: byId,
    tokens: await findTokens(session, scope, valueTypes),
    contracts: new Set(contracts.map(placeKey)),
    isFrozen: await loadFrozen(session, scope.network, ends),
  };
}

function endsOf(requestedMovement: RequestedMovement): readonly RequestedEnd[] {
  return [
    ...(requestedMovement.kind === "mint" ? [] : [requestedMovement.source]),
    ...(requestedMovement.kind === "burn" ? [] : [requestedMovement.destination]),
  ];
}

/** The source and destination on chains. */
function placesOf(
  requestedMovement: RequestedMovement,
  addresses: ReadonlyMap<string, Address>,
): readonly FrozenPlace[] {
  return endsOf(requestedMovement).flatMap(({ addressId, chain }) => {
    const address = addresses.get(addressId);
    if (address?.medium !== "chain") return [];
    return [{ valueType: requestedMovement.valueType, chain, address: address.onChainAddress }];
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
