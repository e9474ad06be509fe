import { addressView } from "../../addresses/index.ts";
import type { ChainKey } from "../../chains/chain-name.ts";
import type { Session, Transaction } from "../../db/database.ts";
import { list } from "../../db/list.ts";
import type { WorkQueue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { type TokenRow, toTokens, withDeployments } from "../store.ts";
import { tokenDeposits, tokens } from "../tables.ts";
import type { Token } from "../token.ts";
import type { TokenDeposit } from "./token-deposit.ts";

const contracts = statement<{ readonly contract: string }>(`
  SELECT contract FROM token_deployments WHERE network = $1 AND chain = $2 AND contract IS NOT NULL ORDER BY contract`);

/** Contracts of all catalog tokens on a chain. Index: token_deployments_by_contract. */
export async function selectContracts(
  session: Session,
  { network, chain }: ChainKey,
): Promise<readonly string[]> {
  const rows = await session.rows(contracts, [network, chain]);
  return rows.map(({ contract }) => contract);
}

const catalog = statement<{ readonly contract: string; readonly isIssued: boolean }>(`
  SELECT contract, authority = 'platform' AS is_issued
  FROM token_deployments deployment JOIN tokens token ON token.network = deployment.network AND token.id = deployment.token_id
  WHERE deployment.network = $1 AND chain = $2 AND contract IS NOT NULL ORDER BY contract`);

/** The same contracts, and whether the platform mints the token. */
export function selectCatalogContracts(
  session: Session,
  { network, chain }: ChainKey,
): Promise<readonly { readonly contract: string; readonly isIssued: boolean }[]> {
  return session.rows(catalog, [network, chain]);
}

const byContracts = statement<TokenRow>(
  withDeployments(
    `SELECT ${tokens.list()} FROM tokens WHERE network = $1 AND id IN (
       SELECT token_id FROM token_deployments WHERE network = $1 AND chain = $2 AND contract = ANY ($3::text[]))`,
    "",
  ),
);

/** Index: token_deployments_by_contract. */
export async function selectTokensByContract(
  session: Session,
  { network, chain }: ChainKey,
  requested: readonly string[],
): Promise<readonly Token[]> {
  return toTokens(await session.rows(byContracts, [network, chain, [...new Set(requested)]]));
}

const insert = tokenDeposits.insert();

export async function insertDeposit(tx: Transaction, deposit: TokenDeposit): Promise<void> {
  const { asset, from, index, screening } = deposit;
  await insert(tx, {
    ...deposit,
    valueType: asset.code,
    scale: asset.scale,
    fromAddress: from,
    transferIndex: index,
    listVersion: screening?.listVersion,
    hitUids: screening?.hitUids ?? [],
  });
}

type DepositRow = RowOf<typeof tokenDeposits> & Pick<TokenDeposit, "purpose">;

const readColumns = `${tokenDeposits.list()}, (SELECT purpose FROM ${addressView} AS address
    WHERE address.tenant_id = token_deposits.tenant_id AND address.id = token_deposits.address_id) AS purpose`;

/** Held deposits of all tenants that need manual review, oldest first. Index: token_deposits_held. */
export const heldDeposits = list<DepositRow, object, TokenDeposit>({
  from: tokenDeposits,
  columns: readColumns,
  where: ["status = 'held'"],
  filters: {},
  first: "oldest",
  totals: { currency: "value_type", network: "network", units: "units" },
  toItem: fromRow,
});

const lockHeld = tokenDeposits.one({
  by: ["tenantId", "id"],
  where: "status = 'held'",
  columns: ["id"],
  lock: "UPDATE",
});

/** Nothing but the status ever changes. */
export async function lockHeldDeposit(tx: Transaction, id: string): Promise<TokenDeposit | undefined> {
  const found = await selectDeposit(tx, id);
  if (found?.status !== "held") return undefined;
  return (await lockHeld(tx, found)) === undefined ? undefined : found;
}

// Across tenants: operators may only have the id. Index: token_deposits_by_id.
const findOne = statement<DepositRow>(`SELECT ${readColumns} FROM token_deposits WHERE id = $1`);

export async function selectDeposit(session: Session, id: string): Promise<TokenDeposit | undefined> {
  const row = await session.first(findOne, [id]);
  return row === undefined ? undefined : fromRow(row);
}

// Unique key, one lookup each. A sender is the same in all transfers of a transaction that this service recorded.
const senders = statement<{ readonly transactionId: string; readonly fromAddress: string | undefined }>(`
  SELECT requested.transaction_id, deposit.from_address
    FROM (SELECT DISTINCT * FROM unnest($2::text[], $3::text[]) AS given (chain, transaction_id)) AS requested
   CROSS JOIN LATERAL (
    SELECT from_address, network FROM token_deposits
     WHERE tenant_id = $1 AND chain = requested.chain AND transaction_id = requested.transaction_id LIMIT 1) AS deposit
   WHERE deposit.network = $4`);

/** Sender by the id of the transaction, where it is known. */
export async function selectDepositSenders(
  session: Session,
  { tenantId, network }: Pick<TokenDeposit, "tenantId" | "network">,
  transactions: readonly { readonly chain: string; readonly transactionId: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (transactions.length === 0) return new Map();
  const chains = transactions.map(({ chain }) => chain);
  const ids = transactions.map(({ transactionId }) => transactionId);
  const rows = await session.rows(senders, [tenantId, chains, ids, network]);
  return new Map(
    rows.flatMap(({ transactionId, fromAddress }) =>
      fromAddress === undefined ? [] : [[transactionId, fromAddress] as const],
    ),
  );
}

export const updateDeposit = tokenDeposits.updateOne({
  by: ["tenantId", "id"],
  set: ["status", "updatedAt"],
});

function fromRow(row: DepositRow): TokenDeposit {
  const {
    valueType: code,
    scale,
    fromAddress: from,
    transferIndex: index,
    listVersion,
    hitUids,
    ...fields
  } = row;
  const screening = listVersion === undefined ? undefined : { listVersion, hitUids };
  return { ...fields, asset: { code, scale }, from, index, screening };
}

/** Indexes: token_deposits_held, token_deposits_by_id. */
export const heldDepositQueue: WorkQueue = {
  from: tokenDeposits,
  where: "status = 'held'",
  orderBy: "id",
  since: "created_at",
  title: "chain",
  amount: "units, scale::int AS scale, value_type AS currency",
};
