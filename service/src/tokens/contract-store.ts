import type { ChainName } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Network } from "../kernel/id.ts";

/** An address on one chain. */
export interface PlaceOnChain {
  readonly chain: ChainName;
  readonly address: string;
}

/** Whether any token of the network has this address as its contract, even if not visible: contracts are public. */
export async function isTokenContract(
  session: Session,
  place: {
    readonly network: Network;
    readonly chains: readonly ChainName[];
    readonly onChainAddress: string;
  },
): Promise<boolean> {
  const places = place.chains.map((chain) => ({ chain, address: place.onChainAddress }));
  return (await selectContractPlaces(session, place.network, places)).length > 0;
}

/** The given addresses that are token contracts. */
export async function selectContractPlaces(
  session: Session,
  network: Network,
  places: readonly PlaceOnChain[],
): Promise<readonly PlaceOnChain[]> {
  const issuers = places.filter(({ chain }) => chain === "stellar").map(({ address }) => address);
  const others = places.filter(({ chain }) => chain !== "stellar");
  const values = [network, others.map(({ chain }) => chain), others.map(({ address }) => address)];
  return [
    ...(others.length === 0 ? [] : await session.rows(findContracts, values)),
    ...(issuers.length === 0 ? [] : await session.rows(findIssuers, [network, issuers])),
  ];
}

// Index: token_deployments_by_contract.
const findContracts = statement<PlaceOnChain>(`
  SELECT requested.chain, requested.address FROM unnest($2::text[], $3::text[]) AS requested (chain, address)
    JOIN token_deployments AS there
      ON there.network = $1 AND there.chain = requested.chain AND there.contract = requested.address`);

// A Stellar asset is a code and an issuer account; only the issuer is an address. Index:
// token_deployments_by_contract, all of this chain.
const findIssuers = statement<PlaceOnChain>(`
  SELECT DISTINCT chain, split_part(contract, ':', 2) AS address FROM token_deployments
   WHERE network = $1 AND chain = 'stellar' AND contract IS NOT NULL
     AND split_part(contract, ':', 2) = ANY ($2::text[])`);
