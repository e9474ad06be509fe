import {
  assert,
  type BankIdentity,
  type BankReason,
  type BankSimulator,
  mostCentsBy,
  paymentSystemOf,
  RefusalError,
  refuse,
  returnRailOf,
  type SimulatedEntry,
  type SimulatedIncomingPayment,
  type Transaction,
} from "@florin/service/sandbox-ports";
import type { BankItem } from "./bank-item.ts";
import { insertItems, lockPayment, updateItems } from "./item-store.ts";
import { achReasonOf } from "./magic-amount.ts";
import { bankReferenceOf, clearingReferenceOf } from "./numbers.ts";
import { closeBank, type OpenBank, openBank } from "./open-bank.ts";
import type { SandboxDeps } from "./sandbox-deps.ts";
import { sandboxSender } from "./sandbox-sender.ts";
import { createClockSimulator } from "./simulate-clock.ts";

export function createSimulator(deps: SandboxDeps): BankSimulator {
  return {
    receive: (tx, incomingPayment) => receive(deps, tx, incomingPayment),
    returnEntry: (tx, entry, reason) => changePayment(deps, tx, entry, (item) => returned(item, reason)),
    rejectEntry: (tx, entry, reason) => changePayment(deps, tx, entry, (item) => rejected(item, reason)),
    settleEntry: (tx, entry) => changePayment(deps, tx, entry, settled),
    ...createClockSimulator(deps),
  };
}

async function receive(
  deps: SandboxDeps,
  tx: Transaction,
  incomingPayment: SimulatedIncomingPayment,
): Promise<string> {
  assert(isOurAccount(deps.identity, incomingPayment.accountNumber), "the sandbox bank has no such account");
  assert(incomingPayment.amountCents > 0n, "the amount is positive");
  if (incomingPayment.amountCents > mostCentsBy(returnRailOf(incomingPayment.system))) {
    throw new RefusalError(refuse("unprocessable", `amount exceeds the ${incomingPayment.system} limit`));
  }
  const bank = await openBank(deps, tx);
  const item = incomingPaymentItem(deps, bank, incomingPayment);
  await insertItems(tx, deps, [item]);
  await closeBank(tx, bank);
  return item.reference;
}

/** The bank accepts payments for Florin's account and for its virtual account numbers. */
function isOurAccount(identity: BankIdentity, accountNumber: string): boolean {
  return accountNumber === identity.accountNumber || accountNumber.startsWith(identity.virtualAccountPrefix);
}

function incomingPaymentItem(
  { network, newId }: SandboxDeps,
  { numbers, time }: OpenBank,
  { system, accountNumber, amountCents, senderName, reference }: SimulatedIncomingPayment,
): BankItem {
  const number = numbers.take();
  const bankReference = bankReferenceOf(network, number);
  return {
    id: newId(),
    network,
    tenantId: undefined,
    kind: "incoming_payment",
    system,
    direction: "credit",
    amountCents,
    reference: bankReference,
    bankReference,
    clearingReference: clearingReferenceOf(system, time.now, number),
    state: "waiting",
    outcome: "settle",
    reason: undefined,
    dueAt: time.now,
    settledAt: undefined,
    details: {
      type: "incoming_payment",
      accountNumber,
      senderName,
      senderAccountNumber: sandboxSender.accountNumber,
      senderBankName: sandboxSender.bankName,
      senderRoutingNumber: sandboxSender.routingNumber,
      remittance: reference,
    },
    createdAt: time.now,
  };
}

/** Changes the outcome of a payment and makes it due now. */
async function changePayment(
  deps: SandboxDeps,
  tx: Transaction,
  { id, traceNumber }: SimulatedEntry,
  change: (item: BankItem) => BankItem | undefined,
): Promise<boolean> {
  const { time } = await openBank(deps, tx);
  const item = await lockPayment(tx, deps, traceNumber ?? id);
  const changed = item === undefined ? undefined : change(item);
  if (changed === undefined) return false;
  await updateItems(tx, deps, [{ ...changed, state: "waiting", dueAt: time.now }]);
  return true;
}

/** Before or after settlement; a rejected or returned payment cannot be returned. */
function returned(item: BankItem, reason: BankReason): BankItem | undefined {
  if (item.state === "rejected" || item.state === "returned") return undefined;
  return { ...item, outcome: "return", reason: reasonFor(item, reason) };
}

/** ACH has no rejection of an entry: it is returned before settlement. */
function rejected(item: BankItem, reason: BankReason): BankItem | undefined {
  if (!isUnsettled(item)) return undefined;
  const outcome = paymentSystemOf(item.system).hasRejections ? "reject" : "return";
  return { ...item, outcome, reason: reasonFor(item, reason) };
}

function settled(item: BankItem): BankItem | undefined {
  return isUnsettled(item) ? { ...item, outcome: "settle", reason: undefined } : undefined;
}

function isUnsettled({ state, settledAt }: BankItem): boolean {
  return state === "waiting" && settledAt === undefined;
}

/** The bank could not process the entry: used if the reason is not an ACH return code. */
const achCatchAll = "R17";

function reasonFor({ system }: BankItem, reason: BankReason): BankReason | undefined {
  return paymentSystemOf(system).format === "nacha"
    ? (achReasonOf(reason.code) ?? achReasonOf(achCatchAll))
    : reason;
}
