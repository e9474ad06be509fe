import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { LedgerAccount } from "../ledger-account.ts";
import type { LedgerScope } from "../operation.ts";
import type { Head, KnownRecord } from "./draft.ts";
import { type JournalFacts, type LockedHead, type RequestedFacts, toKnownAccountAt } from "./facts-store.ts";

/** Rows in JSON have large numbers as texts. */
interface FactsRow extends LockedHead {
  readonly recordedSequence: bigint | undefined;
  readonly recordedHash: Buffer | undefined;
  readonly records: readonly JsonRecord[] | undefined;
  readonly accounts: readonly JsonAccount[] | undefined;
  readonly scales: readonly { readonly code: string; readonly scale: number }[] | undefined;
}

interface JsonRecord extends Pick<KnownRecord, "type" | "key"> {
  readonly sequence: string;
  readonly at: string;
  readonly holdKey: string | null;
  readonly accountNumbers: readonly string[];
  readonly units: readonly string[];
}

interface JsonAccount {
  readonly place: number;
  readonly number: string;
  readonly scale: number;
  readonly posted: string | null;
  readonly held: string | null;
  readonly minimum: string | null;
  readonly maximum: string | null;
}

/** The same as `selectFacts`, in one call: on Citus each statement takes a round trip to the shard. */
export async function selectFactsInShard(
  tx: Session,
  scope: LedgerScope,
  { keys, accounts, codes }: RequestedFacts,
): Promise<JournalFacts> {
  const row = await tx.first(ledgerFacts, [
    scope.tenantId,
    scope.network,
    keys,
    accounts.map(({ kind }) => kind),
    accounts.map(({ owner }) => owner ?? ""),
    accounts.map(({ chain }) => chain ?? ""),
    accounts.map(({ asset }) => asset.code),
    codes,
  ]);
  if (row === undefined)
    return { head: undefined, last: undefined, records: [], accounts: [], scales: new Map() };
  return {
    head: headOf(row),
    last: lastOf(row),
    records: (row.records ?? []).map(toRecord),
    accounts: (row.accounts ?? []).map((account) => toAccount(account, accounts)),
    scales: new Map((row.scales ?? []).map(({ code, scale }) => [code, scale])),
  };
}

const ledgerFacts = statement<FactsRow>(`
  SELECT sequence, hash, at, account_number, rebuilds, database_now, recorded_sequence, recorded_hash, records, accounts,
         scales
    FROM ledger_facts($1, $2, $3, $4, $5, $6, $7, $8)`);

function headOf({ sequence, hash, at, accountNumber, rebuilds, databaseNow }: FactsRow): LockedHead {
  return { sequence, hash, at, accountNumber, rebuilds, databaseNow };
}

function lastOf({ recordedSequence: sequence, recordedHash: hash }: FactsRow): JournalFacts["last"] {
  return sequence === undefined || hash === undefined
    ? undefined
    : ({ sequence, hash } satisfies Partial<Head>);
}

function toRecord({ sequence, at, holdKey, accountNumbers, units, ...record }: JsonRecord): KnownRecord {
  return {
    ...record,
    sequence: BigInt(sequence),
    at: instantFromMs(Date.parse(at)),
    holdKey: holdKey ?? undefined,
    lines: accountNumbers.map((number, index) => ({
      number: BigInt(number),
      units: BigInt(units[index] ?? 0),
    })),
  };
}

function toAccount(row: JsonAccount, requested: readonly LedgerAccount[]) {
  return toKnownAccountAt(
    {
      number: BigInt(row.number),
      posted: units(row.posted),
      held: units(row.held),
      minimum: units(row.minimum),
      maximum: units(row.maximum),
      place: BigInt(row.place),
      scale: row.scale,
    },
    requested,
  );
}

function units(text: string | null): bigint | undefined {
  return text === null ? undefined : BigInt(text);
}
