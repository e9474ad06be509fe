import type { Transaction } from "../src/db/database.ts";
import type { Statement } from "../src/db/statement.ts";

/** Runs what a transaction on Citus runs. PostgreSQL can run it, too. */
export function asOnCitus(tx: Transaction): Transaction {
  const chosen = <Row extends object>(statement: Statement<Row>): Statement<Row> =>
    statement.onCitus ?? statement;
  return {
    ...tx,
    isOnCitus: true,
    rows: (statement, values) => tx.rows(chosen(statement), values),
    first: (statement, values) => tx.first(chosen(statement), values),
    run: (statement, values) => tx.run(chosen(statement), values),
    later: (statement, values) => tx.later(chosen(statement), values),
  };
}
