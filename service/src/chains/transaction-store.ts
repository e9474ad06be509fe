import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import { networks } from "../kernel/id.ts";
import type { ChainName } from "./chain-name.ts";
import type { chainDeposits, chainWork } from "./tables.ts";

/** The operation that a transaction was sent for. */
export type WorkOfTransaction = Pick<RowOf<typeof chainWork>, "network" | "tenantId" | "owner" | "subject">;

// Index chain_submissions_by_transaction, once for each chain.
const workByTransaction = statement<WorkOfTransaction>(`
  SELECT DISTINCT work.network, work.tenant_id, work.owner, work.subject
  FROM unnest($1::text[], $2::text[]) AS place (network, chain)
  JOIN chain_submissions AS submission ON submission.network = place.network AND submission.chain = place.chain
    AND submission.transaction_id = $3
  JOIN chain_work AS work ON work.id = submission.work_id`);

/** A transaction of any of these chains, on any network. */
export interface TransactionQuery {
  readonly chains: readonly ChainName[];
  readonly transactionId: string;
}

export function selectWorkOfTransaction(
  session: Session,
  query: TransactionQuery,
): Promise<readonly WorkOfTransaction[]> {
  return session.rows(workByTransaction, valuesOf(query));
}

function valuesOf({ chains, transactionId }: TransactionQuery) {
  const places = networks.flatMap((network) => chains.map((chain) => ({ network, chain })));
  return [places.map(({ network }) => network), places.map(({ chain }) => chain), transactionId];
}

export type DepositOfTransaction = Pick<RowOf<typeof chainDeposits>, "network" | "tenantId" | "addressId">;

const maxDeposits = 20;

// By the primary key, once for each chain. A transaction may contain many deposits.
const depositsByTransaction = statement<DepositOfTransaction>(`
  SELECT DISTINCT deposit.network, deposit.tenant_id, deposit.address_id
  FROM unnest($1::text[], $2::text[]) AS place (network, chain)
  JOIN chain_deposits AS deposit ON deposit.network = place.network AND deposit.chain = place.chain
    AND deposit.transaction_id = $3
  LIMIT ${maxDeposits}`);

/** Recipients of deposits in this transaction. */
export function selectDepositsOfTransaction(
  session: Session,
  query: TransactionQuery,
): Promise<readonly DepositOfTransaction[]> {
  return session.rows(depositsByTransaction, valuesOf(query));
}
