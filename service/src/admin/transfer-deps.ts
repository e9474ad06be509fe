import { createChainWork } from "../chains/engine/create-chain-work.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { movePaymentsToSuspense, orderPayments } from "../payments/index.ts";
import { createBankWork } from "../rails/engine/create-bank-work.ts";
import type { transfersPaymentOwner } from "../transfers/index.ts";
import type { AdminContext } from "./open-admin.ts";

type TransferDeps = Parameters<typeof transfersPaymentOwner>[0];

/** No wake-up: workers poll. */
const wakeUp = { nudge: () => {} };

/** Dependencies that advance transfers from the command line. Their chain and bank work is done by the service. */
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
      moveToSuspense: (tx, scope, movedToSuspense) =>
        movePaymentsToSuspense({ clock, keyRing }, tx, scope, movedToSuspense),
    },
  };
}
