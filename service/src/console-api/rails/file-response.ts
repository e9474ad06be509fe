import Type, { type Static } from "typebox";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import {
  type BankItem,
  fileStates,
  type StoredFile,
  type totalsOfFiles,
} from "../../rails/engine/bank-operations.ts";

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

type FileTotal = Awaited<ReturnType<typeof totalsOfFiles>>[number];

export function presentFile(
  file: StoredFile,
  total: Omit<FileTotal, "fileId"> | undefined,
): Static<typeof BankFileSchema> {
  return {
    id: file.id,
    network: file.network,
    direction: file.direction,
    name: file.name,
    format: file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase(),
    state: file.state,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    duplicate_of: file.duplicateOf ?? null,
    problems: file.problems.map(({ line, column, rule, detail }) => ({ line, column, rule, detail })),
    totals:
      total === undefined
        ? null
        : { entries: total.entries, credits: dollars(total.creditCents), debits: dollars(total.debitCents) },
    created_at: formatInstant(file.createdAt),
  };
}

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
    note: nullableString({ description: "How it was resolved." }),
    created_at: DateTimeSchema,
  }),
);

export function presentItem(item: BankItem): Static<typeof BankItemSchema> {
  return {
    id: item.id,
    network: item.network,
    kind: item.kind,
    state: item.state,
    amount: item.amountCents === undefined ? null : dollars(item.amountCents),
    reference: item.reference ?? null,
    entry_id: item.entryId ?? null,
    file_id: item.fileId ?? null,
    detail: item.detail,
    note: item.note ?? null,
    created_at: formatInstant(item.createdAt),
  };
}

export function dollars(cents: bigint): string {
  return formatAmount({ units: cents, asset: usd });
}
