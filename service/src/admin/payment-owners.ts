import { createChainWork } from "../chains/work/create-chain-work.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { orderPayments, type PaymentOwner } from "../payments/index.ts";
import { createBankWork } from "../rails/work/create-bank-work.ts";
import { transfersPaymentOwner } from "../transfers/index.ts";
import { createTreasuryOwner } from "../treasury/index.ts";
import type { AdminContext } from "./open-admin.ts";

/** Nobody is nudged: whoever has something to do looks by itself. */
const wakeUp = { nudge: () => {} };

/** Who can be given money at the command line: what they begin with it is done by the service. */
export function paymentOwners({ clock, newId }: AdminContext, keyRing: KeyRing): readonly PaymentOwner[] {
  const bankWork = createBankWork({ clock, wakeUp, keyRing });
  const transferDeps = {
    clock,
    newId,
    chainWork: createChainWork({ clock, wakeUp }),
    payments: {
      order: (...[tx, orders]: OrderArguments) => orderPayments({ clock, keyRing, bankWork }, tx, orders),
    },
  };
  return [transfersPaymentOwner(transferDeps), createTreasuryOwner({ clock, newId })];
}

type OrderArguments = Parameters<Parameters<typeof transfersPaymentOwner>[0]["payments"]["order"]>;
