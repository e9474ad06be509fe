import { createSanctionsSource } from "../accounts/adapters/sanctions-source.ts";
import { createScreener } from "../accounts/index.ts";
import { bankIdentityOf } from "../app/bank-identity.ts";
import { treasuryPlaces } from "../app/treasury-places.ts";
import { automationsOwnerName, createAutomationsOwner } from "../automations/index.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { createPayments, type PaymentOwner } from "../payments/index.ts";
import { createBankWork } from "../rails/work/create-bank-work.ts";
import { createListings, transfersPaymentOwner } from "../transfers/index.ts";
import { createTreasuryOwner } from "../treasury/index.ts";
import type { AdminContext } from "./open-admin.ts";
import { transferDeps } from "./transfer-deps.ts";

/** Who can be given money by a person: what they begin with it is done by the service. */
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
  // An automation makes a transfer, and nobody on the list may be its end unseen. For others the list need not be read.
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
  const listings = createListings({ screener, keyRing });
  return [
    transfersPaymentOwner(transfers),
    createAutomationsOwner({ ...transfers, payments, listings, findTreasury: treasuryPlaces }),
    createTreasuryOwner(admin),
  ];
}
