import type { Session, Transaction } from "../src/db/database.ts";
import type { SqlValue, Statement } from "../src/db/statement.ts";

/** Writes rows of audited tables without entries in the audit log, which the service cannot. */
export function unaudited<Given extends Session>(session: Given): Given {
  const free = <Row extends object>(statement: Statement<Row>): Statement<Row> => ({
    ...statement,
    audited: [],
  });
  const tx = session as Session & Partial<Transaction>;
  return {
    ...session,
    rows: (statement, values) => session.rows(free(statement), values),
    first: (statement, values) => session.first(free(statement), values),
    run: (statement, values) => session.run(free(statement), values),
    later: (statement: Statement, values?: readonly SqlValue[]) => tx.later?.(free(statement), values),
  };
}
