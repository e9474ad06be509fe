import { createChainWork } from "../chains/engine/work-store.ts";
import { bankIdentityOf } from "../config/bank.ts";
import { createEventLog } from "../events/index.ts";
import { createJobQueue } from "../jobs/index.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { createPayments, movePaymentsToSuspense, orderPayments, type Payments } from "../payments/index.ts";
import { createBankWork } from "../rails/engine/create-bank-work.ts";
import type { transfersPaymentOwner } from "../transfers/index.ts";
import type { AdminContext } from "./open-admin.ts";

/** Wakes no worker: they poll twice a second, which is soon enough for an operator. */
export const noWakeUp = { nudge: () => {} };

/** Queues of work that the service does later. */
export function queuesOf({ clock, newId }: Pick<AdminContext, "clock" | "newId">) {
  const wakeUp = noWakeUp;
  return {
    clock,
    newId,
    eventLog: createEventLog({ clock, newId, wakeUp }),
    jobQueue: createJobQueue({ clock, newId, wakeUp }),
    chainWork: createChainWork({ clock, wakeUp }),
  };
}

export function paymentsOf({ config, clock, newId }: AdminContext, keyRing: KeyRing): Payments {
  const bankWork = createBankWork({ clock, keyRing, wakeUp: noWakeUp });
  return createPayments({
    clock,
    newId,
    keyRing,
    bankWork,
    bankOf: (network) => ({ identity: bankIdentityOf(config, network) }),
  });
}

type TransferDeps = Parameters<typeof transfersPaymentOwner>[0];

/** Dependencies that advance transfers. */
export function transferDeps(admin: Pick<AdminContext, "clock" | "newId">, keyRing: KeyRing): TransferDeps {
  const { clock, newId, chainWork } = queuesOf(admin);
  const bankWork = createBankWork({ clock, wakeUp: noWakeUp, keyRing });
  return {
    clock,
    newId,
    chainWork,
    payments: {
      order: (tx, orders) => orderPayments({ clock, keyRing, bankWork }, tx, orders),
      findSent: bankWork.findSent,
      moveToSuspense: (tx, scope, movedToSuspense) =>
        movePaymentsToSuspense({ clock, keyRing }, tx, scope, movedToSuspense),
    },
  };
}
