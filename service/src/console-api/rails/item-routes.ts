import Type from "typebox";
import { BankItemSchema, finishBankItem, presentBankItem } from "../../admin/index.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { listItems } from "../../rails/engine/bank-operations.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { afterIdIn, afterQuery } from "../lists/listable.ts";

const itemsPath = `${consolePath}/rails/items`;

const maxItems = 200;

const ListSchema = named(
  "BankItemList",
  Type.Object({
    items: Type.Array(BankItemSchema, { description: "Oldest first." }),
    is_complete: Type.Boolean({ description: "False if there are more items than returned." }),
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
  readEndpoint(`GET ${itemsPath}`, {
    operationId: "listBankItems",
    summary: "List bank items that need manual action",
    access: { permission: "rails.read" },
    query: strictObject(afterQuery),
    response: { description: "Open items of both networks.", schema: ListSchema },
    handle: async ({ query }, { database }) => {
      const items = await listItems(database, { afterId: afterIdIn(query), limit: maxItems + 1 });
      return {
        items: items.slice(0, maxItems).map(presentBankItem),
        is_complete: items.length <= maxItems,
      };
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
]);
