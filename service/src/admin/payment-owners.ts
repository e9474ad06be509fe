import type { KeyRing } from "../kernel/envelope.ts";
import type { PaymentOwner } from "../payments/index.ts";
import { transfersPaymentOwner } from "../transfers/index.ts";
import { createTreasuryOwner } from "../treasury/index.ts";
import type { AdminContext } from "./open-admin.ts";
import { transferDeps } from "./transfer-deps.ts";

/** Who can be given money at the command line: what they begin with it is done by the service. */
export function paymentOwners(admin: AdminContext, keyRing: KeyRing): readonly PaymentOwner[] {
  return [transfersPaymentOwner(transferDeps(admin, keyRing)), createTreasuryOwner(admin)];
}
