import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne } from "../output.ts";

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

export function addPaymentCommands(program: Command, context: CommandContext): void {
  const payments = program.command("payments").description("Manage incoming and outgoing bank payments");
  const network = new Option("--network <network>", "Network").choices(["testnet", "mainnet"]);
  payments
    .command("list")
    .description("List payments of all accounts, newest first")
    .addOption(network.makeOptionMandatory())
    .addOption(jsonOption())
    .action((options: NetworkOptions) => list(context, options));
  payments
    .command("show <id>")
    .description("Show a payment with its sender's name; recorded in the audit log")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => show(context, id, options));
  payments
    .command("suspense")
    .description("List incoming payments in suspense, oldest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => suspense(context, options));
  payments
    .command("match <id>")
    .description("Match a payment in suspense to its owner")
    .requiredOption("--to <owner/id>", "transfers/<id>, automations/<id> or treasury/<managing account>")
    .requiredOption("--reason <text>", "Reason, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: MatchOptions) => match(context, id, options));
  payments
    .command("return <id>")
    .description("Return a payment in suspense to its sender")
    .requiredOption(
      "--code <code>",
      "ISO 20022 return reason code: AC01, AC04, AC06, AM09, BE01, CUST, NARR, RR04",
    )
    .requiredOption("--reason <text>", "Reason, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: ReturnOptions) => sendBack(context, id, options));
}

async function list(context: CommandContext, { network, json }: NetworkOptions): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "payments list", async (api, admin) =>
    api.presentItems(await api.listPayments(admin, { network }), api.presentPayment),
  );
  printList(context, {
    items,
    columns: ["id", "direction", "type", "amount", "status", "owner", "held_reason", "created"],
    asJson: json,
    noun: "payments",
    isComplete,
  });
}

async function show(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  const payment = await withAdmin(context, "payments show", async (api, admin) =>
    api.presentWholePayment(await api.showPayment(admin, id)),
  );
  printOne(context, payment, { asJson: json });
}

async function suspense(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "payments suspense", async (api, admin) =>
    api.presentItems(await api.listSuspense(admin), api.presentPayment),
  );
  printList(context, {
    items,
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
  context: CommandContext,
  id: string,
  { to, reason, yes, json }: MatchOptions,
): Promise<void> {
  const consequence = `Payment ${id} is credited to ${to} immediately.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const matched = await withAdmin(context, "payments match", async (api, admin) =>
    api.presentPayment(await api.matchPayment(admin, { id, to, reason })),
  );
  printOne(context, matched, { asJson: json });
}

async function sendBack(
  context: CommandContext,
  id: string,
  { code, reason, yes, json }: ReturnOptions,
): Promise<void> {
  const consequence = `Payment ${id} is returned to its sender.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const returning = await withAdmin(context, "payments return", async (api, admin) =>
    api.presentPayment(await api.returnHeldPayment(admin, { id, code, reason })),
  );
  printOne(context, returning, { asJson: json });
}
