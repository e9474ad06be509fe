import {
  addDays,
  addMs,
  bankDateOf,
  type Session,
  type TenantId,
  type Transaction,
} from "@florin/service/sandbox-ports";
import { type BankRow, lockBank, selectBank, selectClock, updateBank } from "./bank-store.ts";
import { type BankTime, tenantTime } from "./bank-time.ts";
import { createNumbers, type Numbers } from "./numbers.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";

/** The bank while a transaction has it locked. */
export interface OpenBank {
  readonly row: BankRow;
  readonly time: BankTime;
  readonly numbers: Numbers;
}

/** Current time at the bank, without locking it. */
export async function readTime(deps: SandboxDeps, session: Session): Promise<BankTime> {
  return timeOf(deps, await selectBank(session, deps));
}

/** Current time of a tenant at the bank. */
export async function readTimeOf(
  deps: SandboxDeps,
  session: Session,
  tenantId: TenantId | undefined,
): Promise<BankTime> {
  const time = await readTime(deps, session);
  if (tenantId === undefined) return time;
  return tenantTime(time, await selectClock(session, { network: deps.network, tenantId }));
}

/** Every change to the bank waits here for the lock; the time is read after that. */
export async function openBank(deps: SandboxDeps, tx: Transaction): Promise<OpenBank> {
  // The first statement is for the day on which the bank was created.
  const yesterday = addDays(bankDateOf(deps.clock.now()), -1);
  const row = await lockBank(tx, deps.network, yesterday);
  tx.afterCommit(() => deps.onChange?.());
  return { row, time: timeOf(deps, row), numbers: createNumbers(row.nextNumber) };
}

/** Stores the changes and the numbers that were taken meanwhile. */
export async function closeBank(
  tx: Transaction,
  { row, numbers }: OpenBank,
  changes: Partial<BankRow> = {},
): Promise<void> {
  await updateBank(tx, { ...row, ...changes, nextNumber: numbers.next() });
}

function timeOf(
  { clock, clockMode, secondsDelayMs }: SandboxDeps,
  row: Pick<BankRow, "clockMode" | "aheadMs"> | undefined,
): BankTime {
  return {
    now: addMs(clock.now(), Number(row?.aheadMs ?? 0)),
    mode: row?.clockMode ?? clockMode,
    secondsDelayMs,
    aheadMs: 0,
  };
}
