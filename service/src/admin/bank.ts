import { writeFile } from "node:fs/promises";
import Type from "typebox";
import { auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { networks, parseId } from "../kernel/id.ts";
import { dollars } from "../kernel/money.ts";
import { orNotFound, RefusalError, refuse } from "../kernel/refusal.ts";
import {
  type BankItem,
  creditItem,
  type FileFilter,
  fileList,
  fileStates,
  finishItem,
  openFile,
  openItems,
  requeueFile,
  rereadFile,
  type StoredFile,
  showFile,
} from "../rails/engine/bank-operations.ts";
import { StartupError } from "../startup/startup-error.ts";
import { collectStream, type ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readText } from "./read-input.ts";

const ProblemSchema = Type.Object({
  line: Type.Integer(),
  column: Type.Integer(),
  rule: Type.String(),
  detail: Type.String({ description: "The problem, without the content." }),
});

const TotalsSchema = Type.Object(
  {
    entries: Type.Integer(),
    credits: Type.String({ description: "Total credits in dollars." }),
    debits: Type.String({ description: "Total debits in dollars." }),
  },
  { description: "Totals of an outbound file." },
);

/** A file sent to or received from a bank, without its content. */
export const BankFileSchema = named(
  "BankFile",
  Type.Object({
    id: IdSchema,
    network: Type.Enum([...networks]),
    direction: Type.Enum(["out", "in"], { description: "To the bank, or from the bank." }),
    name: Type.String(),
    format: Type.String({ description: "`ach` is Nacha, `xml` is ISO 20022." }),
    state: Type.Enum([...fileStates]),
    size_bytes: Type.Integer(),
    sha256: Type.String(),
    duplicate_of: nullableString({ description: "Earlier file with the same content." }),
    problems: Type.Array(ProblemSchema, { description: "Why it is in quarantine." }),
    totals: Type.Union([Type.Null(), TotalsSchema]),
    created_at: DateTimeSchema,
  }),
);

interface FileTotals {
  readonly entries: number;
  readonly creditCents: bigint;
  readonly debitCents: bigint;
}

export function presentBankFile(file: StoredFile, totals?: FileTotals) {
  return present(BankFileSchema, {
    ...file,
    format: file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase(),
    totals: totals && {
      entries: totals.entries,
      credits: dollars(totals.creditCents),
      debits: dollars(totals.debitCents),
    },
  });
}

const ItemRecordSchema = named(
  "BankItemRecord",
  Type.Object({
    reference: Type.String({ description: "The bank's reference of the payment." }),
    booking_reference: Type.String({ description: "The bank's reference of the booking that contains it." }),
    direction: Type.Enum(["credit", "debit"]),
    amount: Type.String({ description: "In dollars." }),
    booked_on: Type.String({ description: "`YYYY-MM-DD`, in New York." }),
    transaction_code: nullableString(),
    file_id: nullableString({ description: "The file that reported it first." }),
    names: Type.Array(Type.String(), {
      description: "By what networks know it, such as `uetr/8a562c67-…` or `imad/20261115…`.",
    }),
  }),
);

/** A bank record that needs manual action. */
export const BankItemSchema = named(
  "BankItem",
  Type.Object({
    id: IdSchema,
    network: Type.Enum([...networks]),
    kind: Type.String(),
    state: Type.Enum(["open", "done"]),
    amount: nullableString({ description: "In dollars." }),
    reference: nullableString({ description: "The bank's reference." }),
    entry_id: nullableString(),
    file_id: nullableString(),
    detail: Type.String(),
    records: Type.Union([Type.Null(), Type.Array(ItemRecordSchema)], {
      description:
        "Of a `duplicate_reference`: the movement as it was reported first, and as it was reported again.",
    }),
    note: nullableString({ description: "How it was resolved." }),
    created_at: DateTimeSchema,
  }),
);

export const presentBankItem = (item: BankItem) =>
  present(BankItemSchema, {
    ...item,
    amount: dollars(item.amountCents),
    records: item.records?.map((record) => ({
      ...record,
      amount: dollars(BigInt(record.amountCents)),
    })),
  });

const ownerOnly = 0o600;
const maxNoteLength = 1_000;

/** Newest first. */
export function listBankFiles({ database }: AdminContext, filter: FileFilter): Promise<ItemList<StoredFile>> {
  return collectStream(fileList.stream(database, filter));
}

/** A file with the items that it raised. */
export function showBankFile({ database }: AdminContext, id: string) {
  return showFile(database, fileId(id));
}

/** Writes the file as the bank has it, including names and account numbers; recorded in the audit log. */
export async function saveBankFile(
  admin: AdminContext,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<void> {
  const keyRing = await admin.loadKeyRing();
  const { bytes } = await admin.database.transaction(async (tx) => {
    const opened = await openFile({ keyRing }, tx, fileId(id));
    await recordOfFile(admin, tx, opened.file, "read");
    return opened;
  });
  await writeNew(path, bytes);
}

const maxShownBytes = 1_000_000;

/** Returns the file's content for display; also recorded in the audit log. */
export async function readBankFile(
  admin: AdminContext,
  id: string,
): Promise<{ readonly name: string; readonly text: string }> {
  const keyRing = await admin.loadKeyRing();
  return admin.database.transaction(async (tx) => {
    const { file, bytes } = await openFile({ keyRing }, tx, fileId(id));
    if (bytes.length > maxShownBytes) {
      throw new RefusalError(refuse("unprocessable", "the file is too large to display; save it instead"));
    }
    await recordOfFile(admin, tx, file, "read");
    return { name: file.name, text: bytes.toString("utf8") };
  });
}

/** Requests that a running node parses a quarantined file again. */
export async function rereadBankFile(admin: AdminContext, id: string): Promise<StoredFile> {
  const { database, clock } = admin;
  return database.transaction(async (tx) => {
    const file = await rereadFile(tx, fileId(id), clock.now());
    await recordOfFile(admin, tx, file, "reread");
    return file;
  });
}

/** Requests that a running node sends a file again that the bank never received. */
export async function requeueBankFile(admin: AdminContext, id: string): Promise<StoredFile> {
  const { database, clock } = admin;
  return database.transaction(async (tx) => {
    const file = await requeueFile(tx, fileId(id), clock.now());
    await recordOfFile(admin, tx, file, "requeue");
    return file;
  });
}

/** Open items that need manual action, oldest first. */
export function listBankItems({ database }: AdminContext): Promise<ItemList<BankItem>> {
  return collectStream(openItems.stream(database, {}));
}

interface ItemDecision {
  readonly id: string;
  readonly note: string;
}

export function finishBankItem(admin: AdminContext, decision: ItemDecision): Promise<BankItem> {
  return decideItem(admin, decision, { verb: "finish", decide: finishItem });
}

/** Credits the payment that was reported under a second reference, because it is a separate one. */
export function creditBankItem(admin: AdminContext, decision: ItemDecision): Promise<BankItem> {
  return decideItem(admin, decision, { verb: "credit", decide: creditItem });
}

interface ItemVerb {
  readonly verb: "finish" | "credit";
  readonly decide: typeof finishItem;
}

function decideItem(
  admin: AdminContext,
  { id, note }: ItemDecision,
  { verb, decide }: ItemVerb,
): Promise<BankItem> {
  const { database, clock, cause } = admin;
  const text = readText("note", note, maxNoteLength);
  const itemId = orNotFound(parseId<"bank-item">(id), "there is no open item with this id");
  return database.transaction(async (tx) => {
    const item = await decide(tx, itemId, { note: text, now: clock.now() });
    await auditChange(admin, tx, {
      cause,
      action: `bank_item.${verb}`,
      of: { tenantId: undefined, network: item.network, id: item.id },
      after: { kind: item.kind, note: text },
    });
    return item;
  });
}

async function recordOfFile(
  admin: AdminContext,
  tx: Transaction,
  { id, network, name }: StoredFile,
  verb: "read" | "reread" | "requeue",
): Promise<void> {
  await auditChange(admin, tx, {
    cause: admin.cause,
    action: `bank_file.${verb}`,
    of: { tenantId: undefined, network, id },
    after: { name },
  });
}

/** Never overwrites an existing file. */
async function writeNew(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: "wx", mode: ownerOnly, flush: true });
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EEXIST";
    throw isTaken ? new StartupError(`${path} is there already; choose another name`) : error;
  }
}

function fileId(id: string): string {
  return orNotFound(parseId<"bank-file">(id), "there is no bank file with this id");
}
