import type { Database, Session } from "../db/database.ts";
import type { Network } from "../kernel/id.ts";
import { usd } from "../kernel/money.ts";
import { type LedgerScope, listJournals, streamBalances } from "../ledger/index.ts";
import { selectOwed } from "./store.ts";

/** An account whose open claims differ from its receivable in the ledger. */
export interface ClaimDifference {
  readonly tenantId: string;
  readonly network: Network;
  readonly accountId: string;
  readonly claimedCents: bigint;
  readonly ledgerCents: bigint;
}

/** Compares the claims of every account with the ledger, in one snapshot. An empty list is a proof. */
export function compareClaims(database: Database): Promise<readonly ClaimDifference[]> {
  return database.transaction(differences, { isolation: "repeatable read" });
}

async function differences(session: Session): Promise<readonly ClaimDifference[]> {
  const found = new Map<string, ClaimDifference>();
  for (const { cents, ...account } of await selectOwed(session))
    found.set(keyOf(account), { ...account, claimedCents: cents, ledgerCents: 0n });
  for await (const scope of listJournals(session)) {
    for (const { accountId, ledgerCents } of await readReceivables(session, scope)) {
      const account = { tenantId: scope.tenantId, network: scope.network, accountId };
      const claimedCents = found.get(keyOf(account))?.claimedCents ?? 0n;
      found.set(keyOf(account), { ...account, claimedCents, ledgerCents });
    }
  }
  return [...found.values()].filter(({ claimedCents, ledgerCents }) => claimedCents !== ledgerCents);
}

async function readReceivables(session: Session, scope: LedgerScope) {
  const receivables: { readonly accountId: string; readonly ledgerCents: bigint }[] = [];
  const filter = { kind: "receivable", asset: usd.code } as const;
  for await (const balances of streamBalances(session, scope, filter))
    for (const { account, posted } of balances)
      receivables.push({ accountId: account.owner ?? "", ledgerCents: -posted.units });
  return receivables;
}

function keyOf({
  tenantId,
  network,
  accountId,
}: Pick<ClaimDifference, "tenantId" | "network" | "accountId">) {
  return `${tenantId}/${network}/${accountId}`;
}
