import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../../kernel/refusal.ts";
import { maxUnits, pathOf } from "../ledger-account.ts";
import type {
  HoldOperation,
  Operation,
  PostHoldOperation,
  Posting,
  Recorded,
  VoidHoldOperation,
} from "../operation.ts";
import {
  accountIn,
  type Draft,
  type Facts,
  type Hold,
  type HoldClosing,
  type KnownRecord,
  numbered,
  openDraft,
  type WorkingAccount,
} from "./draft.ts";

export interface Decision {
  /** One per operation, in order. */
  readonly outcomes: readonly (Recorded | Refusal)[];
  readonly draft: Draft;
}

/** Decides operations in order; a refused one has no effect on the next. */
export function decide(facts: Facts, operations: readonly Operation[], now: Instant): Decision {
  const draft = openDraft(facts, now);
  return { outcomes: operations.map((operation) => decideOne(draft, operation)), draft };
}

function decideOne(draft: Draft, operation: Operation): Recorded | Refusal {
  const earlier = draft.recordsByKey.get(operation.key);
  if (earlier !== undefined) return repeat(draft, earlier, operation);
  const plan = planOf(draft, operation);
  return isRefusal(plan) ? plan : (limitRefusal(plan.changes) ?? apply(draft, operation, plan));
}

function repeat(draft: Draft, earlier: KnownRecord, operation: Operation): Recorded | Refusal {
  const lines = linesOf(operation);
  const isSame =
    earlier.type === operation.type &&
    earlier.holdKey === holdKeyOf(operation) &&
    earlier.lines.length === lines.length &&
    lines.every((line, index) => isSameLine(draft, earlier.lines[index], line));
  if (!isSame) return refuse("conflict", "this posting key was already used for another operation");
  return { type: "repeated", sequence: earlier.sequence, at: earlier.at };
}

function isSameLine(draft: Draft, earlier: KnownRecord["lines"][number] | undefined, line: Posting): boolean {
  const known = draft.accountsByPath.get(pathOf(line.account));
  return (
    known !== undefined &&
    earlier !== undefined &&
    known.number === earlier.number &&
    known.account.asset.scale === line.account.asset.scale &&
    earlier.units === line.units
  );
}

interface Change {
  readonly account: WorkingAccount;
  readonly posted: bigint;
  readonly held: bigint;
}

interface Plan {
  readonly changes: readonly Change[];
  readonly opens?: Omit<HoldOperation, "type" | "account">;
  readonly closes?: { readonly hold: Hold; readonly by: HoldClosing["by"]; readonly postedUnits: bigint };
}

function planOf(draft: Draft, operation: Operation): Plan | Refusal {
  switch (operation.type) {
    case "post":
      return { changes: changesOf(draft, operation.postings) };
    case "hold":
      return {
        changes: [{ account: accountIn(draft, operation.account), posted: 0n, held: operation.units }],
        opens: operation,
      };
    case "post_hold":
      return planPostHold(draft, operation);
    case "void_hold":
      return planVoidHold(draft, operation);
  }
}

function changesOf(draft: Draft, postings: readonly Posting[]): readonly Change[] {
  const changes: Change[] = [];
  for (const { account, units } of postings) {
    const found = accountIn(draft, account);
    // Two postings to the same unopened account must use the same one.
    const opening =
      found.number === undefined ? changes.find((change) => change.account.path === found.path) : undefined;
    changes.push({ account: opening?.account ?? found, posted: units, held: 0n });
  }
  return changes;
}

function planPostHold(draft: Draft, operation: PostHoldOperation): Plan | Refusal {
  const hold = openHold(draft, operation.holdKey);
  if (isRefusal(hold)) return hold;
  const changes = changesOf(draft, operation.postings);
  const place = changes.findIndex(({ account }) => account.number === hold.accountNumber);
  const taken = -sum(changes.filter(({ account }) => account.number === hold.accountNumber));
  if (place < 0 || taken <= 0n || taken > hold.units) {
    return refuse("conflict", "the postings take nothing from the held account, or more than is held");
  }
  return {
    changes: changes.map((change, index) => (index === place ? { ...change, held: -hold.units } : change)),
    closes: { hold, by: "post_hold", postedUnits: taken },
  };
}

function planVoidHold(draft: Draft, operation: VoidHoldOperation): Plan | Refusal {
  const hold = openHold(draft, operation.holdKey);
  if (isRefusal(hold)) return hold;
  const account = draft.accountsByNumber.get(hold.accountNumber);
  assert(account !== undefined, "the account of a hold is loaded with it");
  return {
    changes: [{ account, posted: 0n, held: -hold.units }],
    closes: { hold, by: "void_hold", postedUnits: 0n },
  };
}

function openHold(draft: Draft, key: string): Hold | Refusal {
  const hold = draft.holds.get(key);
  if (hold === undefined) return refuse("conflict", "hold not found");
  if (hold.closing === undefined) return hold;
  return refuse("conflict", `this hold was already ${hold.closing.by === "post_hold" ? "posted" : "voided"}`);
}

function sum(changes: readonly Change[]): bigint {
  return changes.reduce((total, { posted }) => total + posted, 0n);
}

/** Limits apply to the result of an operation, not to the order of its postings. */
function limitRefusal(changes: readonly Change[]): Refusal | undefined {
  for (const [index, { account }] of changes.entries()) {
    let { posted, held } = account;
    for (const change of changes) {
      if (change.account !== account) continue;
      posted += change.posted;
      held += change.held;
    }
    const isFirst = changes.findIndex((change) => change.account === account) === index;
    const refusal = isFirst ? refusalOf(account, posted, held) : undefined;
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refusalOf(account: WorkingAccount, posted: bigint, held: bigint): Refusal | undefined {
  const { minimum, maximum } = account;
  if (minimum !== undefined && posted - held < minimum) return insufficient(account);
  const isTooMuch =
    (maximum !== undefined && posted > maximum) || posted > maxUnits || posted < -maxUnits || held > maxUnits;
  if (!isTooMuch) return undefined;
  return refuse("unprocessable", `the ${account.account.kind} account cannot take this much`);
}

function insufficient({ account, posted, held }: WorkingAccount): Refusal {
  const available = formatAmount({ units: posted - held, asset: account.asset });
  return refuse("insufficient_balance", `only ${available} ${account.asset.code} is available`);
}

function apply(draft: Draft, operation: Operation, plan: Plan): Recorded {
  draft.sequence += 1n;
  const { sequence, at } = draft;
  for (const [position, { account, posted, held }] of plan.changes.entries()) {
    account.posted += posted;
    account.held += held;
    assert(account.held >= 0n, "the held balance is never negative");
    if (!account.isChanged) draft.changedAccounts.push(account);
    account.isChanged = true;
    draft.newEntries.push({
      accountNumber: numbered(draft, account),
      at,
      sequence,
      position,
      postedChange: posted,
      heldChange: held,
      posted: account.posted,
      held: account.held,
    });
  }
  applyToHolds(draft, plan, sequence);
  addRecord(draft, operation, plan);
  return { type: "recorded", sequence, at };
}

function applyToHolds(draft: Draft, { changes, opens, closes }: Plan, sequence: bigint): void {
  if (opens !== undefined) {
    const accountNumber = changes[0]?.account.number;
    assert(accountNumber !== undefined, "the account of a new hold is open by now");
    const { key, units } = opens;
    draft.holds.set(key, { key, accountNumber, units, openedSequence: sequence, closing: undefined });
    draft.changedHolds.add(key);
  }
  if (closes !== undefined) {
    const { hold, by, postedUnits } = closes;
    draft.holds.set(hold.key, { ...hold, closing: { by, sequence, postedUnits } });
    draft.changedHolds.add(hold.key);
  }
}

/** Changes are in the order of the operation's lines; only a void has a change without a line. */
function addRecord(draft: Draft, operation: Operation, { changes }: Plan): void {
  const { type, key } = operation;
  const lines = linesOf(operation).map(({ units }, index) => {
    const changed = changes[index]?.account;
    assert(changed?.number !== undefined, "every account of a record is open by now");
    return { number: changed.number, account: changed.account, units };
  });
  const record = { sequence: draft.sequence, at: draft.at, type, key, holdKey: holdKeyOf(operation), lines };
  draft.newRecords.push(record);
  draft.recordsByKey.set(key, record);
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
  return operation.type === "post_hold" || operation.type === "void_hold" ? operation.holdKey : undefined;
}
