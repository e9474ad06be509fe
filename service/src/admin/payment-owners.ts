import { createSanctionsSource } from "../accounts/adapters/sanctions-source.ts";
import { createScreener } from "../accounts/index.ts";
import { automationsOwnerName, createAutomationsOwner } from "../automations/index.ts";
import { bankIdentityOf } from "../config/bank.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { createPayments, type PaymentOwner } from "../payments/index.ts";
import { createBankWork } from "../rails/engine/create-bank-work.ts";
import { createSanctionsChecks, transfersPaymentOwner } from "../transfers/index.ts";
import { createTreasuryOwner, findTreasury } from "../treasury/index.ts";
import type { AdminContext } from "./open-admin.ts";
import { transferDeps } from "./transfer-deps.ts";

/** Owners that an operator can match a payment to; their follow-up work is done by the service. */
export async function paymentOwners(
  admin: AdminContext,
  keyRing: KeyRing,
  { name }: Pick<PaymentOwner, "name">,
): Promise<readonly PaymentOwner[]> {
  const { config, clock, newId } = admin;
  const { sanctions } = config;
  const screener = createScreener({
    source: createSanctionsSource(sanctions),
    threshold: sanctions.threshold,
  });
  // An automation creates a transfer, whose parties must be screened. Other owners don't need the sanctions list.
  if (name === automationsOwnerName) await screener.refresh();
  const bankWork = createBankWork({ clock, keyRing, wakeUp: { nudge: () => {} } });
  const payments = createPayments({
    clock,
    newId,
    keyRing,
    bankWork,
    bankOf: (network) => ({ identity: bankIdentityOf(config, network) }),
  });
  const transfers = transferDeps(admin, keyRing);
  const sanctionsChecks = createSanctionsChecks({ screener, keyRing });
  return [
    transfersPaymentOwner(transfers),
    createAutomationsOwner({ ...transfers, payments, sanctionsChecks, findTreasury }),
    createTreasuryOwner(admin),
  ];
}
