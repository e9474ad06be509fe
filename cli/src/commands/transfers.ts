import type { Command } from "commander";
import { type AdminApi, withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne } from "../output.ts";

interface DecideOptions extends YesChoice, JsonChoice {
  readonly reason: string;
}

interface RefundOptions extends YesChoice, JsonChoice {}

export function addTransferCommands(program: Command, context: CommandContext): void {
  const transfers = program.command("transfers").description("Manage transfers that need manual action");
  transfers
    .command("held")
    .description("List transfers held because of a sanctions match, oldest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => held(context, options));
  transfers
    .command("release <id>")
    .description("Release a held transfer")
    .requiredOption("--reason <text>", "Reason, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: DecideOptions) => release(context, id, options));
  transfers
    .command("reject <id>")
    .description("Reject a held transfer; it fails")
    .requiredOption("--reason <text>", "Reason, for the audit log")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: DecideOptions) => reject(context, id, options));
  transfers
    .command("failed-refunds")
    .description("List failed transfers whose tokens could not be refunded, oldest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => refundFailed(context, options));
  transfers
    .command("retry-refund <id>")
    .description("Retry the refund of a failed transfer")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: RefundOptions) => refund(context, id, options));
  transfers
    .command("show <id>")
    .description("Show a transfer with its payments, chain operations and postings")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => show(context, id, options));
}

async function held(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "transfers held", async (api, admin) =>
    api.presentItems(await api.listHeldTransfers(admin), api.presentTransfer),
  );
  printList(context, {
    items: json ? items : items.map(withShortEnds),
    columns: ["id", "network", "flow", "amount", "currency", "held_end", "hits", "account_id", "created"],
    asJson: json,
    noun: "held transfers",
    isComplete,
  });
}

async function release(
  context: CommandContext,
  id: string,
  { reason, yes, json }: DecideOptions,
): Promise<void> {
  await confirm(context, { consequence: `Transfer ${id} continues immediately.`, isConfirmed: yes });
  const released = await withAdmin(context, "transfers release", async (api, admin) =>
    api.presentTransfer(await api.releaseHeldTransfer(admin, { id, reason })),
  );
  printOne(context, json ? released : withShortEnds(released), { asJson: json });
}

async function reject(
  context: CommandContext,
  id: string,
  { reason, yes, json }: DecideOptions,
): Promise<void> {
  const consequence = `Transfer ${id} fails permanently. Funds received for it move to suspense.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const rejected = await withAdmin(context, "transfers reject", async (api, admin) =>
    api.presentTransfer(await api.rejectHeldTransfer(admin, { id, reason })),
  );
  printOne(context, json ? rejected : withShortEnds(rejected), { asJson: json });
}

async function refundFailed(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "transfers failed-refunds", async (api, admin) =>
    api.presentItems(await api.listFailedRefunds(admin), api.presentTransfer),
  );
  printList(context, {
    items: json ? items : items.map(withShortEnds),
    columns: ["id", "network", "flow", "amount", "currency", "source", "failure", "account_id", "updated"],
    asJson: json,
    noun: "failed refunds",
    isComplete,
  });
}

async function refund(context: CommandContext, id: string, { yes, json }: RefundOptions): Promise<void> {
  const consequence = `The tokens of transfer ${id} are refunded to the source.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const refunding = await withAdmin(context, "transfers retry-refund", async (api, admin) =>
    api.presentTransfer(await api.retryRefund(admin, id)),
  );
  printOne(context, json ? refunding : withShortEnds(refunding), { asJson: json });
}

/** As text, the postings follow as a table; in JSON, they are a field. */
async function show(context: CommandContext, id: string, { json: asJson }: JsonChoice): Promise<void> {
  const transfer = await withAdmin(context, "transfers show", async (api, admin) =>
    api.presentWholeTransfer(await api.showTransfer(admin, id)),
  );
  if (asJson) {
    printOne(context, transfer, { asJson });
    return;
  }
  const { postings, ...shown } = transfer;
  const text = {
    ...withShortEnds(shown),
    payments: shown.payments.map(lineOf),
    works: shown.works.map(lineOf),
  };
  printOne(context, text, { asJson });
  const columns = ["at", "key", "type", "account", "amount"];
  if (postings.length > 0) {
    printList(context, { items: postings, columns, asJson, noun: "postings", isComplete: true });
  }
}

type Ends = Pick<ReturnType<AdminApi["presentTransfer"]>, "source" | "destination">;

/** As text, an end is its chain or rail and its currency. */
function withShortEnds<Transfer extends Ends>(transfer: Transfer) {
  const { source, destination } = transfer;
  return { ...transfer, source: endText(source), destination: endText(destination) };
}

function endText({ transfer_type, value_type }: Ends["source"]): string {
  return `${transfer_type} ${value_type}`;
}

function lineOf(part: object): string {
  return Object.values(part)
    .filter((value) => value !== null)
    .join(" ");
}
