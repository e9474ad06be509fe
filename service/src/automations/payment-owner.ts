import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import { systemCause } from "../kernel/cause.ts";
import { usd } from "../kernel/money.ts";
import { isRefusal } from "../kernel/refusal.ts";
import type { PaymentNews, PaymentOwner, PaymentReply, PaymentScope } from "../payments/index.ts";
import {
  type Acceptance,
  type AcceptTransfersDeps,
  type Asked,
  acceptTransfers,
  unitsOf,
} from "../transfers/index.ts";
import { type Automation, automationsOwnerName } from "./automation.ts";
import { insertRuns, selectForwardedPayments } from "./run-store.ts";
import { lockAutomations } from "./store.ts";

const cause = systemCause("automations.payments");

/** Makes a transfer of each payment that came to the account number of an automation. */
export function createAutomationsOwner(deps: AcceptTransfersDeps): PaymentOwner {
  return { name: automationsOwnerName, heard: (tx, scope, news) => hear(deps, tx, scope, news) };
}

type ReceivedNews = Extract<PaymentNews, { readonly type: "received" }>;

async function hear(
  deps: AcceptTransfersDeps,
  tx: Transaction,
  scope: PaymentScope,
  news: readonly PaymentNews[],
): Promise<PaymentReply> {
  const received = news.filter((one): one is ReceivedNews => one.type === "received");
  assert(received.length === news.length, "automations order no payments");
  const automations = new Map(
    (await lockAutomations(tx, scope, received.map(subjectOf))).map((each) => [each.id as string, each]),
  );
  const done = await selectForwardedPayments(
    tx,
    scope,
    received.map(({ payment }) => payment.id),
  );
  const judged = received.map((one) => judge(one, automations.get(subjectOf(one)), done));
  const wanted = judged.filter((one): one is Wanted => "asked" in one);
  const asked = wanted.map((one) => one.asked);
  const acceptance = await acceptTransfers(deps, tx, scope.tenantId, asked);
  return reply(deps, tx, scope, { wanted, acceptance, refused: judged.filter((one) => "why" in one) });
}

interface Wanted {
  readonly payment: ReceivedNews["payment"];
  readonly automation: Automation;
  readonly asked: Asked;
}

interface Unwanted {
  readonly paymentId: ReceivedNews["payment"]["id"];
  readonly why: string;
}

function judge(
  { payment, funds }: ReceivedNews,
  automation: Automation | undefined,
  done: ReadonlySet<string>,
): Wanted | Unwanted {
  const paymentId = payment.id;
  if (automation === undefined) return { paymentId, why: "there is no such automation" };
  if (done.has(paymentId)) return { paymentId, why: "a transfer was made of it before" };
  if (automation.status !== "active") return { paymentId, why: `the automation is ${automation.status}` };
  const { tenantId, network, accountId, id, destination } = automation;
  const wanted = {
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
  const asker = { automationId: id, funding: { payment, funds } };
  return { payment, automation, asked: { tenantId, network, accountId, wanted, cause, asker } };
}

async function reply(
  { clock }: AcceptTransfersDeps,
  tx: Transaction,
  scope: PaymentScope,
  {
    wanted,
    acceptance,
    refused,
  }: {
    readonly wanted: readonly Wanted[];
    readonly acceptance: Acceptance;
    readonly refused: readonly Unwanted[];
  },
): Promise<PaymentReply> {
  const ends = wanted.map(({ payment, automation, asked }, index) => {
    const outcome = acceptance.outcomes[index];
    assert(outcome !== undefined, "each request has its outcome");
    const known = { paymentId: payment.id, automationId: automation.id, units: asked.wanted.units };
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

function subjectOf({ payment: { owner } }: ReceivedNews): string {
  assert(owner !== undefined, "news of a payment goes to its owner");
  return owner.subject;
}
