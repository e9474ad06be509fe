import { withClient } from "../../service/src/db/client.ts";
import type { SocketTarget } from "../../service/src/db/embedded/index.ts";
import type { Books } from "./books.ts";
import type { LedgerEnvironment } from "./ledger-environment.ts";
import type { VariantName } from "./variant.ts";

/** Reads the tables of this variant. */
export function readBooks(
  target: SocketTarget,
  variant: VariantName,
  env: LedgerEnvironment,
): Promise<Books> {
  return variant === "ledger" ? readLedgerBooks(target, env) : readPeerBooks(target);
}

export async function readLedgerBooks(
  target: SocketTarget,
  { scope, accounts }: LedgerEnvironment,
): Promise<Books> {
  const tenant = [scope.tenantId, scope.network];
  const counts = await readRows<CountRow>(target, countLedger, tenant);
  const rows = await readRows<{ owner: string; balance: string; posted: string }>(
    target,
    selectLedgerAccounts,
    tenant,
  );
  const numbers = new Map(accounts.map(({ owner }, number) => [owner, number]));
  return toBooks(
    counts,
    rows.map((row) => ({ ...row, account: String(numbers.get(row.owner)) })),
  );
}

const countLedger = `
  SELECT count(*) AS sets, coalesce(sum(cardinality(units)), 0) AS postings
    FROM ledger_journal WHERE tenant_id = $1 AND network = $2`;

const selectLedgerAccounts = `
  SELECT owner, balance.posted_units AS balance, entries.posted
    FROM ledger_accounts AS account
    JOIN ledger_balances AS balance USING (tenant_id, network)
    JOIN (SELECT account_number, sum(posted_change) AS posted
            FROM ledger_entries WHERE tenant_id = $1 AND network = $2 GROUP BY account_number) AS entries
      ON entries.account_number = account.number
   WHERE tenant_id = $1 AND network = $2 AND balance.account_number = account.number`;

async function readPeerBooks(target: SocketTarget): Promise<Books> {
  const counts = await readRows<CountRow>(target, countPeer);
  return toBooks(counts, await readRows<AccountRow>(target, selectPeerAccounts));
}

const countPeer = `
  SELECT (SELECT count(*) FROM peer.posting_sets) AS sets, (SELECT count(*) FROM peer.postings) AS postings`;

const selectPeerAccounts = `
  SELECT account, balance.units AS balance, lines.posted
    FROM peer.balances AS balance
    JOIN (SELECT account, sum(units) AS posted FROM peer.postings GROUP BY account) AS lines USING (account)`;

interface CountRow {
  readonly sets: string;
  readonly postings: string;
}

interface AccountRow {
  readonly account: string;
  readonly balance: string;
  readonly posted: string;
}

function toBooks([counts]: readonly CountRow[], rows: readonly AccountRow[]): Books {
  return {
    sets: BigInt(counts?.sets ?? 0),
    postings: BigInt(counts?.postings ?? 0),
    accounts: new Map(
      rows.map(({ account, balance, posted }) => [
        Number(account),
        { balance: BigInt(balance), posted: BigInt(posted) },
      ]),
    ),
  };
}

/** On a connection without the service's time limits: reading ten million postings takes a while. */
function readRows<Row extends object>(
  target: SocketTarget,
  text: string,
  values: readonly string[] = [],
): Promise<readonly Row[]> {
  return withClient(target, "florin bench books", async (client) => {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  });
}
