import Type, { type Static } from "typebox";
import { BankFileSchema, BankItemSchema, presentBankFile, presentBankItem } from "../../admin/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import type { ApiRequest } from "../../http/route.ts";
import { named, nullableString, strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { dollars } from "../../kernel/money.ts";
import {
  type FileLine,
  fileList,
  fileStates,
  readFileLines,
  showFile,
  totalsOfFiles,
} from "../../rails/engine/bank-operations.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, consolePath, endpoints, readEndpoint } from "../console-route.ts";

export const filesPath = `${consolePath}/rails/files`;

const ListQuery = strictObject({
  ...pageQuery,
  network: Type.Optional(Type.Enum([...networks])),
  direction: Type.Optional(Type.Enum(["out", "in"])),
  state: Type.Optional(Type.Enum([...fileStates])),
  format: Type.Optional(Type.Enum(["ach", "xml"])),
});

const ListSchema = named(
  "BankFileList",
  Type.Object({ files: Type.Array(BankFileSchema), pagination: PaginationSchema }),
);

const LineSchema = named(
  "BankFileLine",
  Type.Object({
    kind: Type.String({
      description: "Outbound entry (`payment`, `return`), or bank record (`settled`, `credit`, …).",
    }),
    amount: nullableString({ description: "In dollars." }),
    rail: nullableString(),
    state: nullableString({ description: "State of an outbound entry." }),
    payment_id: nullableString(),
    tenant_id: nullableString({ description: "Tenant of the payment." }),
    reference: nullableString(),
    party: Type.Union([
      Type.Null(),
      Type.Object({
        name: nullableString({ description: "First letters." }),
        account_number: nullableString({ description: "Masked." }),
        routing_number: nullableString(),
      }),
    ]),
    detail: nullableString(),
  }),
);

const ShownSchema = named(
  "ShownBankFile",
  Type.Object({
    file: BankFileSchema,
    lines: Type.Array(LineSchema, { description: "Masked contents." }),
    is_complete: Type.Boolean({ description: "False if the file has more lines than returned." }),
    items: Type.Array(BankItemSchema, { description: "Items that need manual action." }),
  }),
);

export const fileRoutes = endpoints<ConsoleDeps>([
  (deps) =>
    consoleList(`GET ${filesPath}`, {
      operationId: "listBankFiles",
      summary: "List bank files",
      access: { permission: "rails.read" },
      query: ListQuery,
      response: { description: "A page of files, newest first.", schema: ListSchema },
      list: {
        session: deps.database,
        rows: fileList,
        filters: ({ query: { network, direction, state, format } }) => ({
          network,
          direction,
          state,
          format,
        }),
        name: "bank-files",
        status: "state",
        present: async (files) => {
          const totals = await totalsById(
            deps,
            files.map(({ id }) => id),
          );
          return files.map((file) => presentBankFile(file, totals.get(file.id)));
        },
      },
    }),
  readEndpoint(`GET ${filesPath}/{file_id}`, {
    operationId: "getBankFile",
    summary: "Get a bank file with its masked contents",
    access: { permission: "rails.read" },
    response: { description: "The file.", schema: ShownSchema },
    refusals: ["not_found"],
    handle: (request, deps) => show(deps, request),
  }),
]);

async function show(deps: ConsoleDeps, { params }: ApiRequest) {
  const { database, clock } = deps;
  const { file, items } = await showFile(database, params["file_id"] ?? "");
  const { lines, isComplete } = await readFileLines(deps, database, file, clock.now());
  const totals = await totalsById(deps, [file.id]);
  return {
    file: presentBankFile(file, totals.get(file.id)),
    lines: lines.map(presentLine),
    is_complete: isComplete,
    items: items.map(presentBankItem),
  } satisfies Static<typeof ShownSchema>;
}

function presentLine(line: FileLine) {
  return present(LineSchema, { ...line, paymentId: line.subject, amount: dollars(line.amountCents) });
}

async function totalsById({ database }: ConsoleDeps, ids: readonly string[]) {
  const totals = await totalsOfFiles(database, ids);
  return new Map(totals.map((total) => [total.fileId, total]));
}
