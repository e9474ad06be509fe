import Type, { type Static } from "typebox";
import { requireVisibleAccount } from "../../accounts/index.ts";
import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Session, Transaction } from "../../db/database.ts";
import {
  type ApiRequest,
  accountIn,
  bodyOf,
  causeOf,
  principalOf,
  type Route,
  writeRoute,
} from "../../http/route.ts";
import { IdSchema, inWords, stated, strictObject } from "../../http/schemas.ts";
import { simulationTag } from "../../http/tags.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import { amountPattern, parseAmount, positiveAmountPattern, usd } from "../../kernel/money.ts";
import { isRefusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import {
  examplePayment,
  type PaymentOwnerRef,
  PaymentSchema,
  type Payments,
  presentPayment,
} from "../../payments/index.ts";
import type { BankSimulator } from "../../rails/bank-simulator.ts";
import { railSystems } from "../../rails/rail.ts";
import { transfersOwnerName } from "../chain-operations.ts";

export interface PaymentSimulationDeps extends AuditDeps {
  readonly payments: Pick<Payments, "findVirtualAccounts" | "announce">;
  readonly simulator: Pick<BankSimulator, "receive">;
  /** Owner name of the virtual accounts of automations. */
  readonly automationsOwnerName: string;
  /** Automations of the tenant. */
  readonly findAutomations: (
    session: Session,
    scope: PaymentScope,
    ids: readonly string[],
  ) => Promise<readonly { readonly accountId: AccountId; readonly status: string }[]>;
}

interface PaymentScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

const maxNameLength = 70;
const maxReferenceLength = 140;

const line = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: "^[^\\u0000-\\u001f\\u007f]*$",
    ...inWords(`a single line of 1 to ${maxLength} characters`),
    description,
  });

const PaymentRequestSchema = strictObject({
  transfer_id: Type.Optional(IdSchema),
  automation_id: Type.Optional(IdSchema),
  amount: strictObject({
    value: Type.String({
      pattern: amountPattern(usd.scale),
      ...stated({ pattern: positiveAmountPattern(usd.scale) }),
      ...inWords("a decimal string such as 100.00 with at most two decimals"),
      examples: ["100.00"],
    }),
    currency: Type.Enum(["USD"], { type: "string" }),
  }),
  type: Type.Enum([...railSystems], { type: "string", description: "Rail of the payment." }),
  sender_name: Type.Optional(line(maxNameLength, "Name of the sender. Defaults to a sandbox sender.")),
  reference: Type.Optional(line(maxReferenceLength, "Payment reference from the sender.")),
});

const example = {
  automation_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  amount: { value: "100.00", currency: "USD" },
  type: "wire",
  sender_name: "Initech LLC",
};

export function paymentSimulationRoute(deps: PaymentSimulationDeps): Route {
  return writeRoute("POST /accounts/{account_id}/simulations/payments", {
    operationId: "simulatePayment",
    tag: simulationTag,
    summary: "Simulate an inbound payment",
    description:
      "Testnet only. Simulates an incoming payment to the wire instructions of a transfer or the account number of " +
      "an automation. The payment is complete after the sandbox bank's next file has been processed, " +
      "unless it is held: then it is `pending`, with `details.reason`.",
    network: "testnet",
    access: { scope: "simulations:write" },
    body: { schema: PaymentRequestSchema, example },
    response: {
      status: 202,
      description: "The payment, `pending`.",
      schema: PaymentSchema,
      example: examplePayment,
    },
    refusals: ["not_found", "unprocessable"],
    handle: (tx, request) => simulate(deps, tx, request),
  });
}

async function simulate(deps: PaymentSimulationDeps, tx: Transaction, request: ApiRequest) {
  const principal = principalOf(request);
  const body = bodyOf(PaymentRequestSchema, request);
  const account = await requireVisibleAccount(tx, principal, accountIn(request));
  const scope = { tenantId: account.tenantId, network: principal.network };
  const owner = ownerOf(deps, body);
  const amount = parseAmount(body.amount.value, usd, "/amount/value");
  if (isRefusal(amount)) throw new RefusalError(amount);
  const virtualAccount = (await deps.payments.findVirtualAccounts(tx, scope, [owner])).get(owner.subject);
  if (virtualAccount === undefined || virtualAccount.accountId !== account.id) {
    const isPending = await isPendingAutomation(deps, tx, { ...scope, accountId: account.id }, body);
    throw notPayable(
      body,
      isPending ? "the automation is not active yet" : "cannot receive payments for this account",
    );
  }
  const { type: system, sender_name: senderName = "Sandbox Sender", reference } = body;
  const incomingPayment = {
    system,
    accountNumber: virtualAccount.accountNumber,
    amountCents: amount.units,
    senderName,
    reference,
  };
  const bankReference = await deps.simulator.receive(tx, incomingPayment);
  const payment = await deps.payments.announce(tx, scope, {
    bankReference,
    accountId: account.id,
    owner,
    type: system,
    amountCents: amount.units,
    senderName,
    reference,
  });
  const of = { ...scope, id: payment.id, accountId: account.id };
  await auditChange(deps, tx, { cause: causeOf(request), action: "simulation.payment", type: "payment", of });
  return { status: 202, body: presentPayment(payment) };
}

type Body = Static<typeof PaymentRequestSchema>;

function ownerOf(
  { automationsOwnerName }: PaymentSimulationDeps,
  { transfer_id: transferId, automation_id: automationId }: Body,
): PaymentOwnerRef {
  if (transferId !== undefined && automationId === undefined)
    return { name: transfersOwnerName, subject: transferId };
  if (automationId !== undefined && transferId === undefined)
    return { name: automationsOwnerName, subject: automationId };
  const detail = "set either transfer_id or automation_id";
  throw new RefusalError(
    refuse("validation_failed", detail, { errors: [{ pointer: "/transfer_id", detail }] }),
  );
}

/** Its account number is set up shortly after it is created. */
async function isPendingAutomation(
  { findAutomations }: PaymentSimulationDeps,
  tx: Transaction,
  scope: PaymentScope & { readonly accountId: AccountId },
  { automation_id: id }: Body,
): Promise<boolean> {
  const [automation] = id === undefined ? [] : await findAutomations(tx, scope, [id]);
  return automation?.accountId === scope.accountId && automation.status === "pending";
}

function notPayable({ transfer_id: transferId }: Body, detail: string): RefusalError {
  const pointer = transferId === undefined ? "/automation_id" : "/transfer_id";
  return new RefusalError(refuse("unprocessable", `${pointer} ${detail}`, { errors: [{ pointer, detail }] }));
}
