import type { BankFileView, BankItemView } from "@florin/service/admin";
import { type Command, Option } from "commander";
import { withAdmin } from "../admin-door.ts";
import { confirm, type YesChoice, yesOption } from "../confirmation.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

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

export function addBankCommands(program: Command, surroundings: Surroundings): void {
  const bank = program.command("bank").description("files to banks and from them, and what they ask");
  addFileCommands(bank, surroundings);
  bank
    .command("items")
    .description("list what a bank said that a person has to look at, the longest first")
    .addOption(jsonOption())
    .action((options: JsonChoice) => items(surroundings, options));
  bank
    .command("done <item>")
    .description("say that an item was dealt with")
    .requiredOption("--note <text>", "what was done about it")
    .addOption(jsonOption())
    .action((id: string, options: DoneOptions) => done(surroundings, id, options));
}

function addFileCommands(bank: Command, surroundings: Surroundings): void {
  bank
    .command("files")
    .description("list files to banks and from them, newest first")
    .addOption(new Option("--network <network>", "only of this network").choices(["testnet", "mainnet"]))
    .addOption(new Option("--direction <direction>", "only to the bank, or from it").choices(["out", "in"]))
    .addOption(
      new Option("--state <state>", "only in this state").choices([
        "stored",
        "sent",
        "read",
        "quarantined",
        "duplicate",
      ]),
    )
    .addOption(jsonOption())
    .action((options: FilesOptions) => files(surroundings, options));
  bank
    .command("show <file>")
    .description("show a file with its problems and what it asks of a person")
    .option("--out <file>", "write its bytes there, decrypted; the audit log keeps that you did")
    .addOption(jsonOption())
    .action((id: string, options: ShowOptions) => show(surroundings, id, options));
  bank
    .command("reread <file>")
    .description("have a running node read a file in quarantine again")
    .addOption(jsonOption())
    .action((id: string, options: JsonChoice) => reread(surroundings, id, options));
  bank
    .command("requeue <file>")
    .description("have a running node hand a file over again that the bank never got")
    .addOption(yesOption())
    .addOption(jsonOption())
    .action((id: string, options: RequeueOptions) => requeue(surroundings, id, options));
}

async function files(surroundings: Surroundings, { json, ...filter }: FilesOptions): Promise<void> {
  const listed = await withAdmin(surroundings, "bank files", (door, admin) =>
    door.listBankFiles(admin, filter),
  );
  printList(surroundings, {
    items: listed.items.map(presentFile),
    columns: ["id", "network", "direction", "name", "state", "size_bytes", "created"],
    asJson: json,
    noun: "files of banks",
    isComplete: listed.isComplete,
  });
}

async function show(surroundings: Surroundings, id: string, { out, json }: ShowOptions): Promise<void> {
  const shown = await withAdmin(surroundings, "bank show", async (door, admin) => {
    if (out !== undefined) await door.saveBankFile(admin, { id, path: out });
    return door.showBankFile(admin, id);
  });
  const asked = { items: shown.items.map(presentItem), ...(out === undefined ? {} : { out }) };
  printOne(surroundings, { ...presentFile(shown), ...asked }, { asJson: json });
}

async function reread(surroundings: Surroundings, id: string, { json }: JsonChoice): Promise<void> {
  const file = await withAdmin(surroundings, "bank reread", (door, admin) => door.rereadBankFile(admin, id));
  printOne(surroundings, presentFile(file), { asJson: json });
}

async function requeue(surroundings: Surroundings, id: string, { yes, json }: RequeueOptions): Promise<void> {
  const consequence = `The bank gets file ${id} again; it must refuse it if it has it already.`;
  await confirm(surroundings, { consequence, isConfirmed: yes });
  const file = await withAdmin(surroundings, "bank requeue", (door, admin) =>
    door.requeueBankFile(admin, id),
  );
  printOne(surroundings, presentFile(file), { asJson: json });
}

async function items(surroundings: Surroundings, { json }: JsonChoice): Promise<void> {
  const listed = await withAdmin(surroundings, "bank items", (door, admin) => door.listBankItems(admin));
  printList(surroundings, {
    items: listed.items.map(presentItem),
    columns: ["id", "network", "kind", "amount", "reference", "detail", "created"],
    asJson: json,
    noun: "open items",
    isComplete: listed.isComplete,
  });
}

async function done(surroundings: Surroundings, id: string, { note, json }: DoneOptions): Promise<void> {
  const item = await withAdmin(surroundings, "bank done", (door, admin) =>
    door.finishBankItem(admin, { id, note }),
  );
  printOne(surroundings, presentItem(item), { asJson: json });
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
