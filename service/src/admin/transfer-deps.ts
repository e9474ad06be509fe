import { createChainWork } from "../chains/work/create-chain-work.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { orderPayments, surrenderPayments } from "../payments/index.ts";
import { createBankWork } from "../rails/work/create-bank-work.ts";
import type { transfersPaymentOwner } from "../transfers/index.ts";
import type { AdminContext } from "./open-admin.ts";

type TransferDeps = Parameters<typeof transfersPaymentOwner>[0];

/** Nobody is nudged: whoever has something to do looks by itself. */
const wakeUp = { nudge: () => {} };

/** What moves transfers on at the command line. What they begin on chains and at the bank is done by the service. */
export function transferDeps(
  { clock, newId }: Pick<AdminContext, "clock" | "newId">,
  keyRing: KeyRing,
): TransferDeps {
  const bankWork = createBankWork({ clock, wakeUp, keyRing });
  return {
    clock,
    newId,
    chainWork: createChainWork({ clock, wakeUp }),
    payments: {
      order: (tx, orders) => orderPayments({ clock, keyRing, bankWork }, tx, orders),
      surrender: (tx, scope, surrendered) => surrenderPayments({ clock, keyRing }, tx, scope, surrendered),
    },
  };
}
