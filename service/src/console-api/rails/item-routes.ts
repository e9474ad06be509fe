import Type from "typebox";
import { BankItemSchema, creditBankItem, finishBankItem, presentBankItem } from "../../admin/index.ts";
import { PageQuerySchema, PaginationSchema } from "../../http/paging.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { openItems } from "../../rails/engine/bank-operations.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consoleList, consolePath, endpoints } from "../console-route.ts";

const itemsPath = `${consolePath}/rails/items`;

const ListSchema = named(
  "BankItemList",
  Type.Object({
    items: Type.Array(BankItemSchema, { description: "Oldest first." }),
    pagination: PaginationSchema,
  }),
);

const FinishSchema = strictObject({
  note: Type.String({
    minLength: 1,
    maxLength: 1_000,
    pattern: "\\S",
    description: "How it was resolved.",
  }),
});

const FinishedSchema = named("FinishedBankItem", Type.Object({ id: IdSchema, note: Type.String() }));

/** Bank items that need manual action. */
export const itemRoutes = endpoints<ConsoleDeps>([
  ({ database }) =>
    consoleList(`GET ${itemsPath}`, {
      operationId: "listBankItems",
      summary: "List bank items that need manual action",
      access: { permission: "rails.read" },
      query: PageQuerySchema,
      response: { description: "A page of open items of both networks.", schema: ListSchema },
      list: {
        session: database,
        rows: openItems,
        filters: () => ({}),
        name: "bank-exceptions",
        present: (items) => items.map(presentBankItem),
      },
    }),
  commandEndpoint(`POST ${itemsPath}/{item_id}/finish`, {
    operationId: "finishBankItem",
    summary: "Resolve a bank item",
    access: { permission: "rails.decide" },
    body: { schema: FinishSchema },
    response: { description: "The resolved item.", schema: FinishedSchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const { note } = request.body;
      const { id } = await finishBankItem(adminFor(deps, request), {
        id: request.params["item_id"] ?? "",
        note,
      });
      return { id, note };
    },
  }),
  commandEndpoint(`POST ${itemsPath}/{item_id}/credit`, {
    operationId: "creditBankItem",
    summary: "Credit a payment that was reported under a second reference",
    description:
      "For a `duplicate_reference` whose two records are separate payments: the second one is credited, too.",
    access: { permission: "rails.decide", confirmation: "always" },
    body: { schema: FinishSchema },
    response: { description: "The resolved item.", schema: BankItemSchema },
    refusals: ["not_found", "conflict"],
    handle: async (request, deps) => {
      const { note } = request.body;
      const id = request.params["item_id"] ?? "";
      return presentBankItem(await creditBankItem(adminFor(deps, request), { id, note }));
    },
  }),
]);
