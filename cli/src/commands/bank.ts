import { type Command, Option } from "commander";
import { type AdminApi, withAdmin } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown, shown } from "../output.ts";

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
    .action((options: JsonChoice) => listItems(context, options));
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
  const { items, isComplete } = await withAdmin(context, "bank files", async (api, admin) =>
    api.presentItems(await api.listBankFiles(admin, filter), (file) => api.presentBankFile(file)),
  );
  printList(context, {
    items: items.map(shownFile),
    columns: ["id", "network", "direction", "name", "state", "size_bytes", "created"],
    asJson: json,
    noun: "bank files",
    isComplete,
  });
}

async function show(context: CommandContext, id: string, { out, json }: ShowOptions): Promise<void> {
  const { file, raised } = await withAdmin(context, "bank show", async (api, admin) => {
    if (out !== undefined) await api.saveBankFile(admin, { id, path: out });
    const found = await api.showBankFile(admin, id);
    return { file: api.presentBankFile(found.file), raised: found.items.map(api.presentBankItem) };
  });
  const details = { items: raised.map((item) => shown(item)), ...(out === undefined ? {} : { out }) };
  printOne(context, { ...shownFile(file), ...details }, { asJson: json });
}

async function reread(context: CommandContext, id: string, { json }: JsonChoice): Promise<void> {
  const file = await withAdmin(context, "bank reread", async (api, admin) =>
    api.presentBankFile(await api.rereadBankFile(admin, id)),
  );
  printOne(context, shownFile(file), { asJson: json });
}

async function requeue(context: CommandContext, id: string, { yes, json }: RequeueOptions): Promise<void> {
  const consequence = `File ${id} is sent again. If the bank already has it, it must reject the duplicate.`;
  await confirm(context, { consequence, isConfirmed: yes });
  const file = await withAdmin(context, "bank requeue", async (api, admin) =>
    api.presentBankFile(await api.requeueBankFile(admin, id)),
  );
  printOne(context, shownFile(file), { asJson: json });
}

async function listItems(context: CommandContext, { json }: JsonChoice): Promise<void> {
  const { items, isComplete } = await withAdmin(context, "bank items", async (api, admin) =>
    api.presentItems(await api.listBankItems(admin), api.presentBankItem),
  );
  printList(context, {
    items: items.map((item) => shown(item)),
    columns: ["id", "network", "kind", "amount", "reference", "detail", "created"],
    asJson: json,
    noun: "open items",
    isComplete,
  });
}

async function done(context: CommandContext, id: string, { note, json }: DoneOptions): Promise<void> {
  const item = await withAdmin(context, "bank done", async (api, admin) =>
    api.presentBankItem(await api.finishBankItem(admin, { id, note })),
  );
  printOne(context, shown(item), { asJson: json });
}

const fileFields = [
  "id",
  "network",
  "direction",
  "name",
  "state",
  "sha256",
  "size_bytes",
  "duplicate_of",
  "problems",
  "created",
];

type BankFile = ReturnType<AdminApi["presentBankFile"]>;

/** A problem is one text, such as `12:5 batch-hash: …`. */
function shownFile(file: BankFile): Shown {
  const problems = file.problems.map(
    ({ line, column, rule, detail }) => `${line}:${column} ${rule}: ${detail}`,
  );
  return shown({ ...file, problems }, fileFields);
}
