import { arrayLiteral } from "../../db/array-literal.ts";
import type { Session } from "../../db/database.ts";
import type { SqlValue } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { type Clock, instantFromMs } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { digestContent } from "../journal-hash.ts";
import { type LedgerAccount, limitsOf, pathOf } from "../ledger-account.ts";
import type { LedgerScope, Operation, Posting, Recorded } from "../operation.ts";
import { assertWellFormed } from "./check-operation.ts";
import { type Exception, type RecordedRow, record } from "./store.ts";

/**
 * Records operations, each with its own outcome: a refused one changes nothing, so a caller that needs all or nothing
 * throws the refusal. One call of the database locks the journal's head, decides and writes.
 *
 * In a transaction, the head stays locked until its end. Call this last, after locking your own rows, so that all callers
 * lock in the same order and hold this lock as briefly as possible.
 */
export async function recordOperations(
  { clock }: { readonly clock: Clock },
  session: Session,
  scope: LedgerScope,
  operations: readonly Operation[],
  { lockTimeoutMs }: { readonly lockTimeoutMs?: number } = {},
): Promise<readonly (Recorded | Refusal)[]> {
  for (const operation of operations) assertWellFormed(operation);
  const outcomes: (Recorded | Refusal)[] = [];
  for (const batch of independentBatches(operations)) {
    const accounts = namedAccounts(batch);
    const row = await session.first(record, [
      scope.tenantId,
      scope.network,
      clock.now(),
      lockTimeoutMs,
      ...accountColumns(accounts),
      ...operationColumns(scope, batch, accounts),
    ]);
    assert(row !== undefined, "a call has its outcome");
    outcomes.push(...toOutcomes(row, batch.length, accounts));
  }
  return outcomes;
}

/** Operations that neither share a key nor close what another one opens; nearly always a single batch. */
export function independentBatches(operations: readonly Operation[]): readonly (readonly Operation[])[] {
  const batches: Operation[][] = [];
  let used = new Set<string>();
  for (const operation of operations) {
    const keys = "holdKey" in operation ? [operation.key, operation.holdKey] : [operation.key];
    if (batches.length === 0 || keys.some((key) => used.has(key))) {
      batches.push([]);
      used = new Set();
    }
    for (const key of keys) used.add(key);
    batches.at(-1)?.push(operation);
  }
  return batches;
}

/** Each once. */
function namedAccounts(operations: readonly Operation[]): readonly LedgerAccount[] {
  const accounts = new Map<string, LedgerAccount>();
  for (const { account } of operations.flatMap(linesOf)) {
    const path = pathOf(account);
    const { code, scale } = account.asset;
    assert((accounts.get(path)?.asset.scale ?? scale) === scale, `${code} has one scale`);
    accounts.set(path, account);
  }
  return [...accounts.values()];
}

/** The journal lines of an operation. */
function linesOf(operation: Operation): readonly Posting[] {
  switch (operation.type) {
    case "post":
    case "post_hold":
      return operation.postings;
    case "hold":
      return [operation];
    case "void_hold":
      return [];
  }
}

function holdKeyOf(operation: Operation): string | undefined {
  return "holdKey" in operation ? operation.holdKey : undefined;
}

function accountColumns(accounts: readonly LedgerAccount[]): readonly SqlValue[] {
  const limits = accounts.map(({ kind }) => limitsOf(kind));
  return [
    accounts.map(({ kind }) => kind),
    accounts.map(({ owner = "" }) => owner),
    accounts.map(({ chain = "" }) => chain),
    accounts.map(({ asset }) => asset.code),
    accounts.map(({ asset }) => asset.scale),
    limits.map(({ minimum }) => minimum),
    limits.map(({ maximum }) => maximum),
  ];
}

function operationColumns(
  scope: LedgerScope,
  operations: readonly Operation[],
  accounts: readonly LedgerAccount[],
): readonly SqlValue[] {
  // PostgreSQL has no arrays of arrays of different lengths, so the lines of an operation are given as texts.
  const places = new Map(accounts.map((account, index) => [pathOf(account), index + 1]));
  const lines = operations.map(linesOf);
  return [
    operations.map(({ type }) => type),
    operations.map(({ key }) => key),
    operations.map(holdKeyOf),
    lines.map((each) => arrayLiteral(each.map(({ account }) => places.get(pathOf(account))))),
    lines.map((each) => arrayLiteral(each.map(({ units }) => units))),
    operations.map((operation, index) => {
      const { type, key } = operation;
      const content = { type, key, holdKey: holdKeyOf(operation), lines: lines[index] ?? [] };
      return digestContent(scope, content);
    }),
  ];
}

function toOutcomes(
  { firstSequence, recordedAt, exceptions = [] }: RecordedRow,
  operations: number,
  accounts: readonly LedgerAccount[],
): readonly (Recorded | Refusal)[] {
  const byOperation = new Map(exceptions.map((exception) => [exception.operation, exception]));
  let sequence = firstSequence;
  return Array.from({ length: operations }, (_, index): Recorded | Refusal => {
    const exception = byOperation.get(index + 1);
    if (exception !== undefined) return exceptionalOutcome(exception, accounts);
    sequence += 1n;
    return { type: "recorded", sequence: sequence - 1n, at: recordedAt };
  });
}

function exceptionalOutcome(
  { outcome, sequence = "0", atMs = 0, account = 0, available = "0" }: Exception,
  accounts: readonly LedgerAccount[],
): Recorded | Refusal {
  const limited = accounts[account - 1];
  switch (outcome) {
    case "repeated":
      return { type: "repeated", sequence: BigInt(sequence), at: instantFromMs(atMs) };
    case "key_reused":
      return refuse("conflict", "this posting key was already used for another operation");
    case "no_hold":
      return refuse("conflict", "hold not found");
    case "post_hold_before":
      return refuse("conflict", "this hold was already posted");
    case "void_hold_before":
      return refuse("conflict", "this hold was already voided");
    case "takes_wrongly":
      return refuse("conflict", "the postings take nothing from the held account, or more than is held");
    case "insufficient": {
      assert(limited !== undefined, "an operation is refused for an account that it names");
      const { asset } = limited;
      const amount = formatAmount({ units: BigInt(available), asset });
      return refuse("insufficient_balance", `only ${amount} ${asset.code} is available`);
    }
    case "excessive":
      return refuse("unprocessable", `the ${limited?.kind} account cannot take this much`);
  }
}
