import type { FailureReason } from "../chains/chain.ts";
import type { ChainKey, ChainName } from "../chains/chain-name.ts";
import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { type Deployment, type Minting, type Token, type TokenId, tokenScale } from "./token.ts";

export const tokenColumns = `network, id, value_type, name, kind, currency, tenant_id, issuer_account_id, is_public, authority,
  issuer_key_index, status, created_at, updated_at`;

/** One row per deployment, joined with its token. */
export interface TokenRow extends Omit<Token, "scale" | "issuer" | "minting" | "deployments"> {
  readonly tenantId: TenantId | undefined;
  readonly issuerAccountId: AccountId | undefined;
  readonly authority: Minting["authority"];
  readonly issuerKeyIndex: number | undefined;
  readonly chain: ChainName;
  readonly deploymentStatus: Deployment["status"];
  readonly contract: string | undefined;
  readonly workId: string | undefined;
  readonly failureReason: FailureReason | undefined;
  readonly failureDetail: string | undefined;
  readonly deploymentCreatedAt: Instant;
  readonly deploymentUpdatedAt: Instant;
}

export const withDeployments = (tokens: string, order: string): string => `
  SELECT input.*, chain, deployment.status AS deployment_status, contract, work_id, failure_reason, failure_detail,
         deployment.created_at AS deployment_created_at, deployment.updated_at AS deployment_updated_at
    FROM (${tokens}) AS input
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
    `SELECT ${tokenColumns} FROM tokens
      WHERE network = $1 AND upper(value_type) = ANY ($2::text[])`,
    "",
  ),
);

/** Ignores case. Index: tokens_by_value_type. */
export async function isValueTypeTaken(
  session: Session,
  network: Network,
  valueType: string,
): Promise<boolean> {
  return (await session.first(findTaken, [network, valueType])) !== undefined;
}

const findTaken = statement("SELECT 1 FROM tokens WHERE network = $1 AND upper(value_type) = upper($2)");

/** The token with this value type, ignoring case. Index: tokens_by_value_type. */
export async function selectTokenOfName(
  session: Session,
  network: Network,
  valueType: string,
): Promise<Token | undefined> {
  const [token] = toTokens(await session.rows(byName, [network, valueType]));
  return token;
}

const byName = statement<TokenRow>(
  withDeployments(
    `SELECT ${tokenColumns} FROM tokens WHERE network = $1 AND upper(value_type) = upper($2)`,
    "",
  ),
);

/** Index: token_deployments_by_contract. */
export async function isContractTaken(
  session: Session,
  { network, chain }: ChainKey,
  contract: string,
): Promise<boolean> {
  return (await session.first(findContract, [network, chain, contract])) !== undefined;
}

const findContract = statement(
  "SELECT 1 FROM token_deployments WHERE network = $1 AND chain = $2 AND contract = $3",
);

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
  await tx.run(lockByIds, [network, ids]);
  return selectTokensByIds(tx, network, ids);
}

const lockByIds = statement(
  "SELECT 1 FROM tokens WHERE network = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE",
);
const byIds = statement<TokenRow>(
  withDeployments(`SELECT ${tokenColumns} FROM tokens WHERE network = $1 AND id = ANY ($2::text[])`, ""),
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
