import type { TransferEndView, TransferView, WholeTransferView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";

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
  const { items, isComplete } = await withAdmin(context, "transfers held", (api, admin) =>
    api.listHeldTransfers(admin),
  );
  printList(context, {
    items: items.map((item) => present(item, json)),
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
  const released = await withAdmin(context, "transfers release", (api, admin) =>
    api.releaseHeldTransfer(admin, { id, reason }),
  );
  printOne(context, present(released, json), { asJson: json });
}

async function reject(
  context: CommandContext,
  id: string,
  { reason, yes, json }: DecideOptions,
): Promise<void> {
  const consequence = `Transfer ${id} fails permanently. Funds received for it move to suspense.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const rejected = await withAdmin(context, "transfers reject", (api, admin) =>
    api.rejectHeldTransfer(admin, { id, reason }),
  );
  printOne(context, present(rejected, json), { asJson: json });
}

async function refundFailed(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "transfers failed-refunds", (api, admin) =>
    api.listFailedRefunds(admin),
  );
  printList(context, {
    items: items.map((item) => present(item, json)),
    columns: ["id", "network", "flow", "amount", "currency", "source", "failure", "account_id", "updated"],
    asJson: json,
    noun: "failed refunds",
    isComplete,
  });
}

async function refund(context: CommandContext, id: string, { yes, json }: RefundOptions): Promise<void> {
  const consequence = `The tokens of transfer ${id} are refunded to the source.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const refunding = await withAdmin(context, "transfers retry-refund", (api, admin) =>
    api.retryRefund(admin, id),
  );
  printOne(context, present(refunding, json), { asJson: json });
}

/** As text, the postings follow as a table; in JSON, they are a field. */
async function show(context: CommandContext, id: string, { json: asJson }: JsonChoice): Promise<void> {
  const transfer = await withAdmin(context, "transfers show", (api, admin) => api.showTransfer(admin, id));
  const postings = transfer.postings.map(({ account, amount, ...rest }) => ({
    ...rest,
    account: account ?? null,
    amount: amount ?? null,
  }));
  const shown = presentWhole(transfer, asJson);
  printOne(context, asJson ? { ...shown, postings } : shown, { asJson });
  if (asJson || postings.length === 0) return;
  const columns = ["at", "key", "type", "account", "amount"];
  printList(context, { items: postings, columns, asJson, noun: "postings", isComplete: true });
}

function present(transfer: TransferView, asJson: boolean): Shown {
  const { id, network, flow, amount, currency, fee, status, step, hits, created, updated } = transfer;
  return {
    id,
    tenant_id: transfer.tenantId,
    network,
    account_id: transfer.accountId,
    flow,
    amount,
    currency,
    fee,
    status,
    step,
    source: presentEnd(transfer.source, asJson),
    destination: presentEnd(transfer.destination, asJson),
    failure: transfer.failure ?? null,
    failure_code: transfer.failureCode ?? null,
    held_end: transfer.heldEnd ?? null,
    hits,
    created,
    updated,
  };
}

function presentWhole(transfer: WholeTransferView, asJson: boolean): Shown {
  return {
    ...present(transfer, asJson),
    automation_id: transfer.automationId ?? null,
    expires: transfer.expires ?? null,
    completed: transfer.completed ?? null,
    payments: transfer.payments.map(({ id, direction, type, status, reason }) =>
      asJson
        ? { id, direction, type, status, reason: reason ?? null }
        : `${id} ${direction} ${type} ${status}${reason === undefined ? "" : ` ${reason}`}`,
    ),
    works: transfer.works.map(({ id, end, state, transactionId }) =>
      asJson
        ? { id, end, state, transaction_id: transactionId ?? null }
        : `${id} ${end} ${state}${transactionId === undefined ? "" : ` ${transactionId}`}`,
    ),
  };
}

function presentEnd({ transferType, valueType, addressId }: TransferEndView, asJson: boolean): unknown {
  return asJson
    ? { transfer_type: transferType, value_type: valueType, address_id: addressId ?? null }
    : `${transferType} ${valueType}`;
}
