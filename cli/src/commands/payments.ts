import type { PaymentView, WholePaymentView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface NetworkOptions extends JsonChoice {
  readonly network: "testnet" | "mainnet";
}

interface MatchOptions extends YesChoice, JsonChoice {
  readonly to: string;
  readonly reason: string;
}

interface ReturnOptions extends YesChoice, JsonChoice {
  readonly code: string;
  readonly reason: string;
}

export function addPaymentCommands(program: Command, surroundings: Surroundings): void {
  const payments = program.command("payments").description("dollars that came by a bank, or left by one");
  const network = new Option("--network <network>", "of which network").choices(["testnet", "mainnet"]);
  payments
    .command("list")
    .description("list payments of every customer, newest first")
    .addOption(network.makeOptionMandatory())
    .addOption(jsonOption())
    .action((options: NetworkOptions) => list(surroundings, options));
  payments
    .command("show <id>")
    .description("show a payment, with the name of its sender; who looked is kept")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => show(surroundings, id, options));
  payments
    .command("suspense")
    .description("list money that has arrived and waits for a person, the longest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => suspense(surroundings, options));
  payments
    .command("match <id>")
    .description("give money in suspense to whom it is for")
    .requiredOption("--to <owner/id>", "transfers/<id>, automations/<id> or treasury/<managing account>")
    .requiredOption("--reason <text>", "how it is known to be theirs")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: MatchOptions) => match(surroundings, id, options));
  payments
    .command("return <id>")
    .description("send money in suspense back to where it came from")
    .requiredOption(
      "--code <code>",
      "what the sender's bank is told: AC01, AC04, AC06, AM09, BE01, CUST, NARR, RR04",
    )
    .requiredOption("--reason <text>", "why, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: ReturnOptions) => sendBack(surroundings, id, options));
}

async function list(surroundings: Surroundings, { network, json }: NetworkOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "payments list", (door, admin) =>
    door.listPayments(admin, { network }),
  );
  printList(surroundings, {
    items: items.map(present),
    columns: ["id", "direction", "type", "amount", "status", "owner", "held_reason", "created"],
    asJson: json,
    noun: "payments",
    isComplete,
  });
}

async function show(surroundings: Surroundings, id: string, { json }: JsonChoice): Promise<void> {
  const payment = await withAdmin(surroundings, "payments show", (door, admin) =>
    door.showPayment(admin, id),
  );
  printOne(surroundings, presentWhole(payment), { asJson: json });
}

async function suspense(surroundings: Surroundings, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "payments suspense", (door, admin) =>
    door.listSuspense(admin),
  );
  printList(surroundings, {
    items: items.map(present),
    columns: [
      "id",
      "network",
      "type",
      "amount",
      "held_reason",
      "held_note",
      "account_id",
      "return_id",
      "held_since",
    ],
    asJson: json,
    noun: "payments in suspense",
    isComplete,
  });
}

async function match(
  surroundings: Surroundings,
  id: string,
  { to, reason, yes, json }: MatchOptions,
): Promise<void> {
  const consequence = `The money of payment ${id} is given to ${to} and used at once.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const matched = await withAdmin(surroundings, "payments match", (door, admin) =>
    door.matchPayment(admin, { id, to, reason }),
  );
  printOne(surroundings, present(matched), { asJson: json });
}

async function sendBack(
  surroundings: Surroundings,
  id: string,
  { code, reason, yes, json }: ReturnOptions,
): Promise<void> {
  const consequence = `The money of payment ${id} goes back to its sender.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const returning = await withAdmin(surroundings, "payments return", (door, admin) =>
    door.returnHeldPayment(admin, { id, code, reason }),
  );
  printOne(surroundings, present(returning), { asJson: json });
}

function present(payment: PaymentView): Shown {
  const { id, network, direction, type, amount, status, created, updated } = payment;
  return {
    id,
    tenant_id: payment.tenantId ?? null,
    network,
    account_id: payment.accountId ?? null,
    direction,
    type,
    amount,
    status,
    owner: payment.owner ?? null,
    transfer_id: payment.transferId ?? null,
    automation_id: payment.automationId ?? null,
    reason: payment.reason ?? null,
    held_reason: payment.heldReason ?? null,
    held_note: payment.heldNote ?? null,
    held_since: payment.heldSince ?? null,
    hits: payment.hits,
    return_id: payment.returnId ?? null,
    created,
    updated,
  };
}

function presentWhole(payment: WholePaymentView): Shown {
  return {
    ...present(payment),
    received: payment.received ?? null,
    sender_name: payment.senderName ?? null,
    sender_bank_name: payment.senderBankName ?? null,
    sender_bank_routing_number: payment.senderBankRoutingNumber ?? null,
    payment_reference: payment.reference ?? null,
    imad: payment.imad ?? null,
    trace_number: payment.traceNumber ?? null,
  };
}
