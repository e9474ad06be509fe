import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import { usd } from "../kernel/money.ts";
import { isRefusal } from "../kernel/refusal.ts";
import type { PaymentUpdate, PaymentOwner, PaymentReply, PaymentScope } from "../payments/index.ts";
import {
  type Acceptance,
  type AcceptTransfersDeps,
  type RequestedTransferInput,
  acceptTransfers,
  unitsOf,
} from "../transfers/index.ts";
import { type Automation, automationsOwnerName } from "./automation.ts";
import { insertRuns, selectForwardedPayments } from "./run-store.ts";
import { lockAutomations } from "./store.ts";

const cause = systemCause("automations.payments");

/** Makes a transfer of each payment that came to the account number of an automation. */
export function createAutomationsOwner(deps: AcceptTransfersDeps): PaymentOwner {
  return { name: automationsOwnerName, heard: (tx, scope, update) => hear(deps, tx, scope, update) };
}

type ReceivedUpdate = Extract<PaymentUpdate, { readonly type: "received" }>;

async function hear(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  scope: PaymentScope,
  update: readonly PaymentUpdate[],
): Promise<PaymentReply> {
  const received = update.filter((one): one is ReceivedUpdate => one.type === "received");
  assert(received.length === update.length, "automations order no payments");
  const automations = new Map(
    (await lockAutomations(tx, scope, received.map(subjectOf))).map((each) => [each.id as string, each]),
  );
  const done = await selectForwardedPayments(
    tx,
    scope,
    received.map(({ payment }) => payment.id),
  );
  const evaluated = received.map((one) => evaluate(one, automations.get(subjectOf(one)), done));
  const requestedTransfer = evaluated.filter((one): one is Requested => "input" in one);
  const input = requestedTransfer.map((one) => one.input);
  const acceptance = await acceptTransfers(deps, tx, scope.tenantId, input);
  return reply(deps, tx, scope, { requestedTransfer, acceptance, refused: evaluated.filter((one) => "why" in one) });
}

interface Requested {
  readonly payment: ReceivedUpdate["payment"];
  readonly automation: Automation;
  readonly input: RequestedTransferInput;
}

interface RejectedRun {
  readonly paymentId: ReceivedUpdate["payment"]["id"];
  readonly why: string;
}

function evaluate(
  { payment, funds }: ReceivedUpdate,
  automation: Automation | undefined,
  done: ReadonlySet<string>,
): Requested | RejectedRun {
  const paymentId = payment.id;
  if (automation === undefined) return { paymentId, why: "there is no such automation" };
  if (done.has(paymentId)) return { paymentId, why: "a transfer was made of it before" };
  if (automation.status !== "active") return { paymentId, why: `the automation is ${automation.status}` };
  const { tenantId, network, accountId, id, destination } = automation;
  const requestedTransfer = {
    units: unitsOf(payment.amountCents),
    currency: usd.code,
    // By whatever rail it came: it is here.
    source: { medium: "bank", rail: "wire", addressId: undefined },
    destination,
    memo: undefined,
    // No other bank shows a name for money that comes in.
    brandAccountId: undefined,
    note: undefined,
  } as const;
  const requester = { automationId: id, funding: { payment, funds } };
  return { payment, automation, input: { tenantId, network, accountId, requestedTransfer, cause, requester } };
}

async function reply(
  { clock }: AcceptTransfersDeps,
  tx: Transaction,
  scope: PaymentScope,
  {
    requestedTransfer,
    acceptance,
    refused,
  }: {
    readonly requestedTransfer: readonly Requested[];
    readonly acceptance: Acceptance;
    readonly refused: readonly RejectedRun[];
  },
): Promise<PaymentReply> {
  const ends = requestedTransfer.map(({ payment, automation, input }, index) => {
    const outcome = acceptance.outcomes[index];
    assert(outcome !== undefined, "each request has its outcome");
    const known = { paymentId: payment.id, automationId: automation.id, units: input.requestedTransfer.units };
    return isRefusal(outcome)
      ? { ...known, why: outcome.detail }
      : { ...known, transferId: outcome.transfer.id };
  });
  const forwarded = ends.flatMap((end) => ("transferId" in end ? [end] : []));
  const runs = forwarded.map(({ paymentId, ...run }) => ({ ...run, originId: paymentId }));
  await insertRuns(tx, scope, { origin: "payment", runs, now: clock.now() });
  return {
    events: acceptance.events.get(scope.network) ?? [],
    operations: acceptance.operations.get(scope.network) ?? [],
    refused: [...refused, ...ends.flatMap((end) => ("why" in end ? [end] : []))],
    links: forwarded,
  };
}

function subjectOf({ payment: { owner } }: ReceivedUpdate): string {
  assert(owner !== undefined, "news of a payment goes to its owner");
  return owner.subject;
}
