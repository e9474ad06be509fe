import { assert } from "../../kernel/assert.ts";
import type { Instant } from "../../kernel/instant.ts";
import { formatAmount } from "../../kernel/money.ts";
import { isRefusal, type Refusal, refuse } from "../../kernel/refusal.ts";
import { hashRecord } from "../journal-hash.ts";
import { pathOf } from "../ledger-account.ts";
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
  /** One for each operation, in their order. */
  readonly outcomes: readonly (Recorded | Refusal)[];
  readonly draft: Draft;
}

/** Takes the operations one after the other; one that is refused leaves everything as it was for the next. */
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
    earlier.units.length === lines.length &&
    lines.every(
      ({ account, units }, index) =>
        earlier.units[index] === units &&
        earlier.accountNumbers[index] === draft.accountsByPath.get(pathOf(account))?.number,
    );
  if (!isSame) return refuse("conflict", "this posting key was used before for something else");
  return { type: "repeated", sequence: earlier.sequence, at: earlier.at };
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
  // Two postings to one account that is not open yet must meet in the same one.
  const opening = new Map<string, WorkingAccount>();
  return postings.map(({ account, units }) => {
    const path = pathOf(account);
    const found = opening.get(path) ?? accountIn(draft, account);
    opening.set(path, found);
    return { account: found, posted: units, held: 0n };
  });
}

function planPostHold(draft: Draft, operation: PostHoldOperation): Plan | Refusal {
  const hold = openHold(draft, operation.holdKey);
  if (isRefusal(hold)) return hold;
  const changes = changesOf(draft, operation.postings);
  const place = changes.findIndex(({ account }) => account.number === hold.accountNumber);
  const taken = -sum(changes.filter(({ account }) => account.number === hold.accountNumber));
  if (place < 0 || taken <= 0n || taken > hold.units) {
    return refuse("conflict", "the postings take nothing from what is held, or more than is held");
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
  assert(account !== undefined, "the account of a hold was loaded with it");
  return {
    changes: [{ account, posted: 0n, held: -hold.units }],
    closes: { hold, by: "void_hold", postedUnits: 0n },
  };
}

function openHold(draft: Draft, key: string): Hold | Refusal {
  const hold = draft.holds.get(key);
  if (hold === undefined) return refuse("conflict", "there is no such hold");
  if (hold.closing === undefined) return hold;
  return refuse("conflict", `this hold was ${hold.closing.by === "post_hold" ? "posted" : "voided"} before`);
}

function sum(changes: readonly Change[]): bigint {
  return changes.reduce((total, { posted }) => total + posted, 0n);
}

/** Limits bind what an operation leaves behind, not the order of its postings. */
function limitRefusal(changes: readonly Change[]): Refusal | undefined {
  for (const account of new Set(changes.map((change) => change.account))) {
    const own = changes.filter((change) => change.account === account);
    const posted = account.posted + sum(own);
    const held = account.held + own.reduce((total, change) => total + change.held, 0n);
    if (account.minimum !== undefined && posted - held < account.minimum) return insufficient(account);
    if (account.maximum !== undefined && posted > account.maximum) {
      return refuse("unprocessable", `the ${account.account.kind} account cannot take this much`);
    }
  }
  return undefined;
}

function insufficient({ account, posted, held }: WorkingAccount): Refusal {
  const available = formatAmount({ units: posted - held, asset: account.asset });
  return refuse("insufficient_balance", `only ${available} ${account.asset.code} is available`);
}

function apply(draft: Draft, operation: Operation, plan: Plan): Recorded {
  const sequence = draft.head.sequence + 1n;
  const { at } = draft;
  draft.newEntries.push(
    ...plan.changes.map(({ account, posted, held }, position) => {
      account.posted += posted;
      account.held += held;
      account.isChanged = true;
      assert(account.held >= 0n, "what is held is never negative");
      const accountNumber = numbered(draft, account);
      const after = { posted: account.posted, held: account.held };
      return { accountNumber, at, sequence, position, postedChange: posted, heldChange: held, ...after };
    }),
  );
  applyToHolds(draft, plan, sequence);
  addRecord(draft, operation, sequence);
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

function addRecord(draft: Draft, operation: Operation, sequence: bigint): void {
  const { type, key } = operation;
  const lines = linesOf(operation).map(({ account, units }) => {
    const number = draft.accountsByPath.get(pathOf(account))?.number;
    assert(number !== undefined, "every account of a record is open by now");
    return { number, account, units };
  });
  const content = { sequence, at: draft.at, type, key, holdKey: holdKeyOf(operation), lines };
  const hash = hashRecord(draft.scope, draft.head.hash, content);
  draft.newRecords.push({ ...content, hash });
  draft.recordsByKey.set(key, {
    ...content,
    accountNumbers: lines.map(({ number }) => number),
    units: lines.map(({ units }) => units),
  });
  draft.head = { ...draft.head, sequence, hash, at: draft.at };
}

/** The lines under which an operation stands in the journal. */
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
