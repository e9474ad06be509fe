import type { ChainName } from "../chains/chain-name.ts";
import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import { assert } from "../kernel/assert.ts";
import type { Network } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { tokenDeployments, tokenIssuerKeys, tokens } from "./tables.ts";
import { type Deployment, type Minting, type Token, type TokenId, tokenScale } from "./token.ts";

type DeploymentRow = RowOf<typeof tokenDeployments>;

/** One row per deployment, joined with its token. */
export type TokenRow = RowOf<typeof tokens> &
  Pick<DeploymentRow, "chain" | "contract" | "workId" | "failureReason" | "failureDetail"> & {
    readonly deploymentStatus: DeploymentRow["status"];
    readonly deploymentCreatedAt: Instant;
    readonly deploymentUpdatedAt: Instant;
  };

export const withDeployments = (input: string, order: string): string => `
  SELECT input.*, chain, deployment.status AS deployment_status, contract, work_id, failure_reason, failure_detail,
         deployment.created_at AS deployment_created_at, deployment.updated_at AS deployment_updated_at
    FROM (${input}) AS input
    JOIN token_deployments AS deployment ON deployment.network = input.network AND deployment.token_id = input.id
   ORDER BY input.id ${order}, chain`;

/** Ignores case. Index: tokens_by_value_type, then token_deployments_pkey. */
export async function selectTokensByValueType(
  session: Session,
  network: Network,
  valueTypes: readonly string[],
): Promise<readonly Token[]> {
  const folded = valueTypes.map((valueType) => valueType.toUpperCase());
  return toTokens(await session.rows(byValueType, [network, folded]));
}

const byValueType = statement<TokenRow>(
  withDeployments(
    `SELECT ${tokens.list()} FROM tokens
      WHERE network = $1 AND upper(value_type) = ANY ($2::text[])`,
    "",
  ),
);

/** Index: token_deployments_by_contract. */
export const isContractTaken = tokenDeployments.exists({ by: ["network", "chain", "contract"] });

/** Index: tokens_pkey, then token_deployments_pkey. */
export async function selectTokensByIds(
  session: Session,
  network: Network,
  ids: readonly string[],
): Promise<readonly Token[]> {
  return toTokens(await session.rows(byIds, [network, ids]));
}

/** Ordered by id to avoid deadlocks. Index: tokens_pkey. */
export async function lockTokens(
  tx: Transaction,
  network: Network,
  ids: readonly string[],
): Promise<readonly Token[]> {
  await lockByIds(tx, { network, id: ids });
  return selectTokensByIds(tx, network, ids);
}

const lockByIds = tokens.many({
  by: ["network", "id[]"],
  columns: ["id"],
  orderBy: ["id"],
  lock: "UPDATE",
});
const byIds = statement<TokenRow>(
  withDeployments(`SELECT ${tokens.list()} FROM tokens WHERE network = $1 AND id = ANY ($2::text[])`, ""),
);

/** Rows must be grouped by token and ordered by chain. */
export function toTokens(rows: readonly TokenRow[]): readonly Token[] {
  const deployments = new Map<TokenId, Deployment[]>();
  const firsts: TokenRow[] = [];
  for (const row of rows) {
    const known = deployments.get(row.id);
    if (known === undefined) firsts.push(row);
    deployments.set(row.id, [...(known ?? []), toDeployment(row)]);
  }
  return firsts.map((row) => toToken(row, deployments.get(row.id) ?? []));
}

function toToken(row: TokenRow, deployments: readonly Deployment[]): Token {
  const { network, id, valueType, name, kind, currency, isPublic, status, createdAt, updatedAt } = row;
  const { tenantId, issuerAccountId: accountId } = row;
  const issuer = tenantId === undefined || accountId === undefined ? undefined : { tenantId, accountId };
  const fields = { network, id, valueType, name, kind, currency, isPublic, status, createdAt, updatedAt };
  return { ...fields, scale: tokenScale, issuer, minting: toMinting(row), deployments };
}

function toMinting({ authority, issuerKeyIndex }: TokenRow): Minting {
  if (authority === "external") return { authority };
  assert(issuerKeyIndex !== undefined, "a mintable token has an issuer key");
  return { authority, issuerKeyIndex };
}

function toDeployment(row: TokenRow): Deployment {
  const { chain, workId, contract, failureReason: reason, failureDetail: detail } = row;
  const fields = { chain, createdAt: row.deploymentCreatedAt, updatedAt: row.deploymentUpdatedAt };
  switch (row.deploymentStatus) {
    case "pending":
      assert(workId !== undefined, "a pending deployment has a chain operation");
      return { ...fields, status: "pending", workId };
    case "active":
      assert(contract !== undefined, "an active deployment has a contract");
      return { ...fields, status: "active", contract, workId };
    case "failed":
      assert(
        workId !== undefined && reason !== undefined && detail !== undefined,
        "a failed deployment has a failure",
      );
      return { ...fields, status: "failed", workId, failure: { reason, detail } };
  }
}

const countUp = tokenIssuerKeys.update({
  by: ["network"],
  setText: "next_index = next_index + 1",
  returning: ["nextIndex"],
});

/** Allocates the next issuer key; its row stays locked, which serializes additions to a network's catalog. */
export async function takeIssuerKey(tx: Transaction, network: Network): Promise<number> {
  const [keys] = await countUp(tx, { network });
  assert(keys !== undefined, `${network} has issuer keys`);
  return keys.nextIndex - 1;
}

const advanceKeys = statement(`UPDATE token_issuer_keys SET next_index = next_index + $1::int`);

/** Of both networks. */
export async function advanceIssuerKeys(tx: Transaction, count: number): Promise<void> {
  await tx.run(advanceKeys, [count]);
}

/** Takes the same lock for a token that needs no key. */
export const lockCatalogue = tokenIssuerKeys.one({ by: ["network"], lock: "UPDATE" });

const addToken = tokens.insert();

export async function insertToken(tx: Transaction, token: Token): Promise<void> {
  const { minting, issuer } = token;
  await addToken(tx, {
    ...token,
    tenantId: issuer?.tenantId,
    issuerAccountId: issuer?.accountId,
    authority: minting.authority,
    issuerKeyIndex: minting.authority === "external" ? undefined : minting.issuerKeyIndex,
  });
  await saveDeployments(tx, token, token.deployments);
}

/** Inserts new deployments and updates changed ones. */
export async function saveDeployments(
  tx: Transaction,
  { network, id }: Pick<Token, "network" | "id">,
  deployments: readonly Deployment[],
): Promise<void> {
  const rows = deployments.map((each) => ({
    ...each,
    contract: each.status === "active" ? each.contract : undefined,
    failureReason: each.status === "failed" ? each.failure.reason : undefined,
    failureDetail: each.status === "failed" ? each.failure.detail : undefined,
  }));
  await upsertDeployments(tx, { network, tokenId: id }, rows);
}

const upsertDeployments = tokenDeployments.insertMany({
  of: ["network", "tokenId"],
  onConflict: `(network, token_id, chain) DO UPDATE
     SET status = excluded.status, contract = excluded.contract, work_id = excluded.work_id,
         failure_reason = excluded.failure_reason, failure_detail = excluded.failure_detail,
         updated_at = excluded.updated_at`,
});

/** Called even if only a deployment has changed. */
export const updateToken = tokens.updateOne({ by: ["network", "id"], set: ["status", "updatedAt"] });

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

const chainsInUse = statement<{ readonly chain: string }>(
  `SELECT DISTINCT chain FROM token_deployments ORDER BY chain`,
);

/** Chains that a token was ever deployed on. */
export async function selectChainsInUse(session: Session): Promise<readonly string[]> {
  return (await session.rows(chainsInUse)).map(({ chain }) => chain);
}
