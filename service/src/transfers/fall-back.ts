import { type Address, findAddresses, refuseUnusable } from "../addresses/index.ts";
import type { Transaction } from "../db/database.ts";
import { together } from "../db/together.ts";
import type { PaymentUpdate } from "../payments/index.ts";
import { cannotReceive } from "../rails/iso20022/reason-codes.ts";
import { creditRailsBySpeed, mostCentsBy, paymentSystemOf, systemOf } from "../rails/rail.ts";
import { type CountRerouteDeps, countReroute } from "./limits/usage.ts";
import type { TransferScope } from "./store.ts";
import { type BankDestination, type Transfer, wholeCents } from "./transfer.ts";

/**
 * Transfers whose payout takes another rail, as they are afterwards: the beneficiary's bank rejected the payout because
 * it cannot take it, and the client allowed this. Only a rejection counts: no money moved, and the rejected payment
 * cannot settle any more. An unknown outcome stays pending.
 */
export async function fallBack(
  deps: CountRerouteDeps,
  tx: Transaction,
  scope: TransferScope,
  rejected: readonly Rejected[],
): Promise<ReadonlyMap<string, Transfer>> {
  const eligible = rejected.filter(mayFallBack);
  if (eligible.length === 0) return new Map();
  const ids = eligible.map(({ transfer }) => transfer.destination.addressId ?? "");
  const [, found] = await together([tx.watchFacts(scope.tenantId), findAddresses(tx, scope, ids)]);
  const addresses = new Map<string, Address>(found.map((address) => [address.id, address]));
  const rerouted = new Map<string, Transfer>();
  for (const { transfer, update } of eligible) {
    const address = addresses.get(transfer.destination.addressId ?? "");
    const after = address && (await rerouteTo(deps, tx, { transfer, update, address }));
    if (after !== undefined) rerouted.set(transfer.id, after);
  }
  return rerouted;
}

export interface Rejected {
  readonly transfer: Transfer;
  readonly update: Extract<PaymentUpdate, { readonly type: "rejected" }>;
}

/** Once: a payout that was sent by another rail before is not sent again. */
function mayFallBack({ transfer: { state, destination }, update: { payment, reason } }: Rejected): boolean {
  return (
    state.status === "pending" &&
    state.step === "paying_out" &&
    destination.medium === "bank" &&
    destination.paymentId === payment.id &&
    destination.mayFallBack &&
    destination.fallback === undefined &&
    cannotReceive(reason.code)
  );
}

/** The fastest other rail of the address that carries the amount, within the limits. */
async function rerouteTo(
  deps: CountRerouteDeps,
  tx: Transaction,
  { transfer, update, address }: Rejected & { readonly address: Address },
): Promise<Transfer | undefined> {
  const { destination, units } = transfer;
  if (destination.medium !== "bank") return undefined;
  const rails = creditRailsBySpeed.filter(
    (rail) =>
      rail !== destination.rail &&
      wholeCents(units) <= mostCentsBy(rail) &&
      refuseUnusable(address, { transferType: rail, pointer: "/destination" }) === undefined,
  );
  for (const rail of rails) {
    const fallback = { requestedRail: destination.rail, reason: update.reason.code };
    const after = withRail(transfer, { ...destination, rail, fallback });
    if ((await countReroute(deps, tx, transfer, after)) === undefined) return after;
  }
  return undefined;
}

/** A rail that shows the brand shows it after a fallback, too. */
function withRail(transfer: Transfer, destination: BankDestination): Transfer {
  const showsBrand = paymentSystemOf(systemOf(destination.rail)).showsBrand;
  const statementName = (showsBrand ? transfer.brand?.name : undefined) ?? transfer.statementName;
  return { ...transfer, destination, statementName };
}
