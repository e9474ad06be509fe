import { type BankDetails, findAddresses, loadBankDetails } from "../addresses/index.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type {
  BankWork,
  Counterparty,
  NewPaymentEntry,
  PostalAddress,
  StatementText,
} from "../rails/bank-work.ts";
import { isDebit, paymentSystemOf, systemOf } from "../rails/rail.ts";
import type { PaymentOrder, PaymentScope } from "./payments.ts";
import { insertPayments } from "./store.ts";
import { linksOf, newPayment, type StoredPayment } from "./stored-payment.ts";

export interface OrderDeps {
  readonly clock: Clock;
  readonly keyRing: KeyRing;
  readonly bankWork: Pick<BankWork, "enqueue">;
}

/** Orders a credit or a debit: creates a payment and a bank entry with the same id. Idempotent. */
export async function orderPayments(
  deps: OrderDeps,
  tx: Transaction,
  orders: readonly PaymentOrder[],
): Promise<void> {
  const now = deps.clock.now();
  for (const { scope, orders: group } of byScope(orders)) {
    const counterparties = await loadCounterparties(deps, tx, scope, group);
    await insertPayments(
      deps.keyRing,
      tx,
      group.map((order) => paymentOf(order, now)),
    );
    await deps.bankWork.enqueue(
      tx,
      group.map((order) => entryOf(order, counterparties)),
    );
  }
}

interface OrderGroup {
  readonly scope: PaymentScope;
  readonly orders: readonly PaymentOrder[];
}

function byScope(orders: readonly PaymentOrder[]): readonly OrderGroup[] {
  const groups = new Map<string, OrderGroup>();
  for (const order of orders) {
    const { tenantId, network } = order;
    const key = `${tenantId}/${network}`;
    const before = groups.get(key)?.orders ?? [];
    groups.set(key, { scope: { tenantId, network }, orders: [...before, order] });
  }
  return [...groups.values()];
}

async function loadCounterparties(
  { keyRing }: OrderDeps,
  tx: Transaction,
  scope: PaymentScope,
  orders: readonly PaymentOrder[],
): Promise<ReadonlyMap<string, Counterparty>> {
  const ids = orders.map(({ addressId }) => addressId);
  const details = await loadBankDetails({ keyRing }, tx, await findAddresses(tx, scope, ids));
  return new Map([...details].map(([id, bank]) => [id, counterpartyOf(bank)]));
}

/** The owner of a bank address as a counterparty of the bank. */
export function counterpartyOf(bank: BankDetails): Counterparty {
  return {
    name: bank.owner,
    routingNumber: bank.routingNumber,
    accountNumber: bank.accountNumber,
    accountType: bank.accountType,
    holder: bank.holderType,
    address: postalOf(bank.beneficiaryAddress),
    bankAddress: postalOf(bank.bankAddress),
  };
}

function postalOf(address: BankDetails["bankAddress"]): PostalAddress | undefined {
  if (address === undefined) return undefined;
  const { streetLine1, streetLine2, city, state, zip } = address;
  return { streetLine1, streetLine2, city, state, zip };
}

function paymentOf(order: PaymentOrder, now: Instant): StoredPayment {
  const { id, tenantId, network, accountId, rail, amountCents, owner, addressId } = order;
  const links = { ...linksOf(owner), ...order.links };
  const direction = isDebit(rail) ? "inbound" : "outbound";
  const fields = {
    id,
    tenantId,
    network,
    accountId,
    rail,
    amountCents,
    owner,
    addressId,
    links,
    direction,
  } as const;
  return newPayment({ ...fields, type: systemOf(rail), status: "pending" }, now);
}

function entryOf(order: PaymentOrder, counterparties: ReadonlyMap<string, Counterparty>): NewPaymentEntry {
  const counterparty = counterparties.get(order.addressId);
  assert(counterparty !== undefined, "an ordered payment has a bank address");
  const { id, network, tenantId, amountCents, rail } = order;
  return {
    kind: "payment",
    id,
    subject: id,
    network,
    tenantId,
    amountCents,
    rail,
    counterparty,
    statement: statementOf(order),
  };
}

function statementOf(order: PaymentOrder): StatementText {
  const { rail, statementName: name, reference, purpose, description } = order;
  return paymentSystemOf(systemOf(rail)).format === "nacha"
    ? { name, memo: description, reference, purpose }
    : { name, memo: reference, purpose };
}
