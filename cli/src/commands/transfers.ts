import type { TransferEndView, TransferView, WholeTransferView } from "@florin/service/admin";
import type { Command } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface DecideOptions extends YesChoice, JsonChoice {
  readonly reason: string;
}

interface RestoreOptions extends YesChoice, JsonChoice {}

export function addTransferCommands(program: Command, surroundings: Surroundings): void {
  const transfers = program.command("transfers").description("what of transfers waits for a person");
  transfers
    .command("held")
    .description("list transfers with an end on the sanctions list, the longest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => held(surroundings, options));
  transfers
    .command("release <id>")
    .description("let a held transfer go on")
    .requiredOption("--reason <text>", "why it may")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: DecideOptions) => release(surroundings, id, options));
  transfers
    .command("reject <id>")
    .description("end a held transfer: it has failed")
    .requiredOption("--reason <text>", "why it may not go on")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: DecideOptions) => reject(surroundings, id, options));
  transfers
    .command("stranded")
    .description("list failed transfers whose tokens could not be given back, the longest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => stranded(surroundings, options));
  transfers
    .command("restore <id>")
    .description("try now to give the tokens of a failed transfer back")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: RestoreOptions) => restore(surroundings, id, options));
  transfers
    .command("show <id>")
    .description("show a transfer with its payments, its work on chains and its postings")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => show(surroundings, id, options));
}

async function held(surroundings: Surroundings, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "transfers held", (door, admin) =>
    door.listHeldTransfers(admin),
  );
  printList(surroundings, {
    items: items.map((item) => present(item, json)),
    columns: ["id", "network", "flow", "amount", "currency", "held_end", "hits", "account_id", "created"],
    asJson: json,
    noun: "held transfers",
    isComplete,
  });
}

async function release(
  surroundings: Surroundings,
  id: string,
  { reason, yes, json }: DecideOptions,
): Promise<void> {
  await confirm(surroundings, { consequence: `Transfer ${id} goes on at once.`, isConfirmed: yes });
  const released = await withAdmin(surroundings, "transfers release", (door, admin) =>
    door.releaseHeldTransfer(admin, { id, reason }),
  );
  printOne(surroundings, present(released, json), { asJson: json });
}

async function reject(
  surroundings: Surroundings,
  id: string,
  { reason, yes, json }: DecideOptions,
): Promise<void> {
  const consequence = `Transfer ${id} fails for good; money that has come for it goes into suspense.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const rejected = await withAdmin(surroundings, "transfers reject", (door, admin) =>
    door.rejectHeldTransfer(admin, { id, reason }),
  );
  printOne(surroundings, present(rejected, json), { asJson: json });
}

async function stranded(surroundings: Surroundings, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(surroundings, "transfers stranded", (door, admin) =>
    door.listUnrestoredTransfers(admin),
  );
  printList(surroundings, {
    items: items.map((item) => present(item, json)),
    columns: ["id", "network", "flow", "amount", "currency", "source", "failure", "account_id", "updated"],
    asJson: json,
    noun: "stranded transfers",
    isComplete,
  });
}

async function restore(surroundings: Surroundings, id: string, { yes, json }: RestoreOptions): Promise<void> {
  const consequence = `The tokens of transfer ${id} go back to where they came from.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const restoring = await withAdmin(surroundings, "transfers restore", (door, admin) =>
    door.restoreFailedTransfer(admin, id),
  );
  printOne(surroundings, present(restoring, json), { asJson: json });
}

/** For a person, the postings follow as a table; JSON has them inside. */
async function show(surroundings: Surroundings, id: string, { json: asJson }: JsonChoice): Promise<void> {
  const transfer = await withAdmin(surroundings, "transfers show", (door, admin) =>
    door.showTransfer(admin, id),
  );
  const postings = transfer.postings.map(({ account, amount, ...rest }) => ({
    ...rest,
    account: account ?? null,
    amount: amount ?? null,
  }));
  const shown = presentWhole(transfer, asJson);
  printOne(surroundings, asJson ? { ...shown, postings } : shown, { asJson });
  if (asJson || postings.length === 0) return;
  const columns = ["at", "key", "type", "account", "amount"];
  printList(surroundings, { items: postings, columns, asJson, noun: "postings", isComplete: true });
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
