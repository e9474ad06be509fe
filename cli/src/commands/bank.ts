import type { BankFileView, BankItemView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";

interface FilesOptions extends JsonChoice {
  readonly network?: "testnet" | "mainnet";
  readonly direction?: "out" | "in";
  readonly state?: "stored" | "sent" | "read" | "quarantined" | "duplicate";
}

interface ShowOptions extends JsonChoice {
  readonly out?: string;
}

interface DoneOptions extends JsonChoice {
  readonly note: string;
}

interface RequeueOptions extends YesChoice, JsonChoice {}

export function addBankCommands(program: Command, context: CommandContext): void {
  const bank = program.command("bank").description("Manage bank files and the items that need manual action");
  addFileCommands(bank, context);
  bank
    .command("items")
    .description("List bank items that need manual action, oldest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => items(context, options));
  bank
    .command("done <item>")
    .description("Mark an item as resolved")
    .requiredOption("--note <text>", "How the item was resolved")
    .addOption(jsonOption())
    .action((id: string, options: DoneOptions) => done(context, id, options));
}

function addFileCommands(bank: Command, context: CommandContext): void {
  bank
    .command("files")
    .description("List outbound and inbound bank files, newest first")
    .addOption(new Option("--network <network>", "Filter by network").choices(["testnet", "mainnet"]))
    .addOption(new Option("--direction <direction>", "Filter by direction").choices(["out", "in"]))
    .addOption(
      new Option("--state <state>", "Filter by state").choices([
        "stored",
        "sent",
        "read",
        "quarantined",
        "duplicate",
      ]),
    )
    .addOption(jsonOption())
    .action((options: FilesOptions) => files(context, options));
  bank
    .command("show <file>")
    .description("Show a bank file with its problems and the items that need manual action")
    .option("--out <file>", "Write the decrypted content to a file; recorded in the audit log")
    .addOption(jsonOption())
    .action((id: string, options: ShowOptions) => show(context, id, options));
  bank
    .command("reread <file>")
    .description("Reprocess a quarantined file on a running node")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => reread(context, id, options));
  bank
    .command("requeue <file>")
    .description("Resend a file that the bank never received")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: RequeueOptions) => requeue(context, id, options));
}

async function files(context: CommandContext, { json, ...filter }: FilesOptions): Promise<void> {
  const page = await withAdmin(context, "bank files", (api, admin) => api.listBankFiles(admin, filter));
  printList(context, {
    items: page.items.map(presentFile),
    columns: ["id", "network", "direction", "name", "state", "size_bytes", "created"],
    asJson: json,
    noun: "bank files",
    isComplete: page.isComplete,
  });
}

async function show(context: CommandContext, id: string, { out, json }: ShowOptions): Promise<void> {
  const shown = await withAdmin(context, "bank show", async (api, admin) => {
    if (out !== undefined) await api.saveBankFile(admin, { id, path: out });
    return api.showBankFile(admin, id);
  });
  const details = { items: shown.items.map(presentItem), ...(out === undefined ? {} : { out }) };
  printOne(context, { ...presentFile(shown), ...details }, { asJson: json });
}

async function reread(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  const file = await withAdmin(context, "bank reread", (api, admin) => api.rereadBankFile(admin, id));
  printOne(context, presentFile(file), { asJson: json });
}

async function requeue(context: CommandContext, id: string, { yes, json }: RequeueOptions): Promise<void> {
  const consequence = `File ${id} is sent again. If the bank already has it, it must reject the duplicate.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const file = await withAdmin(context, "bank requeue", (api, admin) => api.requeueBankFile(admin, id));
  printOne(context, presentFile(file), { asJson: json });
}

async function items(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const page = await withAdmin(context, "bank items", (api, admin) => api.listBankItems(admin));
  printList(context, {
    items: page.items.map(presentItem),
    columns: ["id", "network", "kind", "amount", "reference", "detail", "created"],
    asJson: json,
    noun: "open items",
    isComplete: page.isComplete,
  });
}

async function done(context: CommandContext, id: string, { note, json }: DoneOptions): Promise<void> {
  const item = await withAdmin(context, "bank done", (api, admin) => api.finishBankItem(admin, { id, note }));
  printOne(context, presentItem(item), { asJson: json });
}

function presentFile(file: BankFileView): Shown {
  const { id, network, direction, name, state, sha256, problems, created } = file;
  return {
    id,
    network,
    direction,
    name,
    state,
    sha256,
    size_bytes: file.sizeBytes,
    duplicate_of: file.duplicateOf ?? null,
    problems,
    created,
  };
}

function presentItem(item: BankItemView): Shown {
  const { id, network, kind, state, amount, reference, detail, note, created } = item;
  return {
    id,
    network,
    kind,
    state,
    amount: amount ?? null,
    reference: reference ?? null,
    entry_id: item.entryId ?? null,
    file_id: item.fileId ?? null,
    detail,
    note: note ?? null,
    created,
  };
}
