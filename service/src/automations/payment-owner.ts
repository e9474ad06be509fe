import type { Transaction } from "../db/database.ts";
import { together } from "../db/together.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import { usd } from "../kernel/money.ts";
import { isRefusal } from "../kernel/refusal.ts";
import type { PaymentOwner, PaymentReply, PaymentScope, PaymentUpdate } from "../payments/index.ts";
import { returnRailOf } from "../rails/rail.ts";
import {
  type Acceptance,
  type AcceptTransfersDeps,
  acceptTransfers,
  type RequestedTransferInput,
  unitsOf,
} from "../transfers/index.ts";
import { type Automation, automationsOwnerName } from "./automation.ts";
import { insertRuns, selectForwardedPayments } from "./run-store.ts";
import { lockAutomations } from "./store.ts";

const cause = systemCause("automations.payments");

/** Creates a transfer for each payment received at the account number of an automation. */
export function createAutomationsOwner(deps: AcceptTransfersDeps): PaymentOwner {
  return { name: automationsOwnerName, heard: (tx, scope, updates) => receive(deps, tx, scope, updates) };
}

type ReceivedUpdate = Extract<PaymentUpdate, { readonly type: "received" }>;

async function receive(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  scope: PaymentScope,
  updates: readonly PaymentUpdate[],
): Promise<PaymentReply> {
  const received = updates.filter((update): update is ReceivedUpdate => update.type === "received");
  assert(received.length === updates.length, "automations order no payments");
  const automations = new Map(
    (await lockAutomations(tx, scope, received.map(subjectOf))).map((each) => [each.id as string, each]),
  );
  const done = await selectForwardedPayments(
    tx,
    scope,
    received.map(({ payment }) => payment.id),
  );
  const evaluated = received.map((update) => evaluate(update, automations.get(subjectOf(update)), done));
  const requestedTransfers = evaluated.filter((result): result is Requested => "input" in result);
  const inputs = requestedTransfers.map(({ input }) => input);
  const acceptance = await acceptTransfers(deps, tx, scope, inputs);
  return reply(deps, tx, scope, {
    requestedTransfers,
    acceptance,
    refused: evaluated.filter((result) => "why" in result),
  });
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
  if (automation === undefined) return { paymentId, why: "the automation does not exist" };
  if (done.has(paymentId)) return { paymentId, why: "a transfer was already created for it" };
  if (automation.status !== "active") return { paymentId, why: `the automation is ${automation.status}` };
  const { tenantId, network, accountId, id, destination, brandAccountId } = automation;
  const requestedTransfer = {
    resource: "transfer" as const,
    units: unitsOf(payment.amountCents),
    currency: usd.code,
    source: { medium: "bank", rail: returnRailOf(payment.type), addressId: undefined },
    destination,
    brandAccountId,
    note: undefined,
  } as const;
  const requester = { automationId: id, funding: { payment, funds } };
  return {
    payment,
    automation,
    input: { tenantId, network, accountId, requestedTransfer, cause, requester },
  };
}

async function reply(
  { clock }: AcceptTransfersDeps,
  tx: Transaction,
  scope: PaymentScope,
  {
    requestedTransfers,
    acceptance,
    refused,
  }: {
    readonly requestedTransfers: readonly Requested[];
    readonly acceptance: Acceptance;
    readonly refused: readonly RejectedRun[];
  },
): Promise<PaymentReply> {
  const results = requestedTransfers.map(({ payment, automation, input }, index) => {
    const outcome = acceptance.outcomes[index];
    assert(outcome !== undefined, "every request has an outcome");
    const known = {
      paymentId: payment.id,
      automationId: automation.id,
      units: input.requestedTransfer.units,
    };
    return isRefusal(outcome) ? { ...known, why: outcome.detail } : { ...known, transferId: outcome.id };
  });
  const forwarded = results.flatMap((result) => ("transferId" in result ? [result] : []));
  const runs = forwarded.map(({ paymentId, ...run }) => ({ ...run, originId: paymentId }));
  await together([acceptance.written, insertRuns(tx, scope, { origin: "payment", runs, now: clock.now() })]);
  return {
    events: acceptance.events,
    operations: acceptance.operations,
    refused: [...refused, ...results.flatMap((result) => ("why" in result ? [result] : []))],
    links: forwarded,
  };
}

function subjectOf({ payment: { owner } }: ReceivedUpdate): string {
  assert(owner !== undefined, "a payment update has an owner");
  return owner.subject;
}
