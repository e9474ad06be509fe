import {
  type BankSimulator,
  type Instant,
  RefusalError,
  refuse,
  type SimulatedClock,
  type TenantId,
  type Transaction,
} from "@florin/service/sandbox-ports";
import { type ClockSettings, saveClock, selectClock } from "./bank-store.ts";
import { nextOpeningAfter, nextWindowAfter, simulatedClock, tenantTime } from "./bank-time.ts";
import { bringItemsForward } from "./item-store.ts";
import { closeBank, openBank, readTimeOf } from "./open-bank.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";

type ClockSimulator = Pick<BankSimulator, "clock" | "setMode" | "advance" | "reset">;

/** The clocks of the bank and of tenants. */
export function createClockSimulator(deps: SandboxDeps): ClockSimulator {
  return {
    clock: async (session, tenantId) => simulatedClock(await readTimeOf(deps, session, tenantId)),
    setMode: (tx, mode, tenantId) =>
      tenantId === undefined
        ? setBankMode(deps, tx, mode)
        : changeClock(deps, tx, tenantId, ({ aheadMs }) => ({ clockMode: mode, aheadMs })),
    advance: (tx, to, tenantId) =>
      tenantId === undefined ? advanceBank(deps, tx, to) : advanceTenant(deps, tx, to, tenantId),
    reset: (tx, tenantId) => changeClock(deps, tx, tenantId, () => ({ clockMode: undefined, aheadMs: 0n })),
  };
}

type Target = Parameters<BankSimulator["advance"]>[1];

/** Far enough for a year of banking days. */
const maxAheadDays = 400;
const dayMs = 86_400_000;

function targetAfter(now: Instant, to: Target): Instant {
  return to === "next_window" ? nextWindowAfter(now) : nextOpeningAfter(now);
}

async function setBankMode(
  deps: SandboxDeps,
  tx: Transaction,
  mode: SimulatedClock["mode"],
): Promise<SimulatedClock> {
  const bank = await openBank(deps, tx);
  await closeBank(tx, bank, { clockMode: mode });
  return simulatedClock({ ...bank.time, mode });
}

async function advanceBank(deps: SandboxDeps, tx: Transaction, to: Target) {
  const bank = await openBank(deps, tx);
  const { now } = bank.time;
  const target = targetAfter(now, to);
  await closeBank(tx, bank, { aheadMs: bank.row.aheadMs + BigInt(target - now) });
  return { ...simulatedClock({ ...bank.time, now: target }), movedMs: target - now };
}

/** Like every change, it waits for the lock of the bank. */
async function changeClock(
  deps: SandboxDeps,
  tx: Transaction,
  tenantId: TenantId,
  change: (clock: ClockSettings) => ClockSettings,
): Promise<SimulatedClock> {
  const { network } = deps;
  const { time } = await openBank(deps, tx);
  const before = await selectClock(tx, { network, tenantId });
  const clock = change(before ?? { clockMode: undefined, aheadMs: 0n });
  await saveClock(tx, { network, tenantId, ...clock });
  return simulatedClock(tenantTime(time, clock));
}

async function advanceTenant(deps: SandboxDeps, tx: Transaction, to: Target, tenantId: TenantId) {
  const { network } = deps;
  const { time } = await openBank(deps, tx);
  const clock = await selectClock(tx, { network, tenantId });
  const { now, aheadMs } = tenantTime(time, clock);
  const movedMs = targetAfter(now, to) - now;
  if (aheadMs + movedMs > maxAheadDays * dayMs) throw tooFarAhead();
  const moved = { clockMode: clock?.clockMode, aheadMs: BigInt(aheadMs + movedMs) };
  await saveClock(tx, { network, tenantId, ...moved });
  await bringItemsForward(tx, { network, tenantId }, { now: time.now, byMs: movedMs });
  return { ...simulatedClock(tenantTime(time, moved)), movedMs };
}

function tooFarAhead(): RefusalError {
  const detail = `would be more than ${maxAheadDays} days ahead; reset the clock`;
  const errors = [{ pointer: "/advance", detail }];
  return new RefusalError(refuse("unprocessable", `the clock ${detail}`, { errors }));
}
