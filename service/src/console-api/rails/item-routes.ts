import Type from "typebox";
import { finishBankItem } from "../../admin/index.ts";
import { bodyOf, type Route } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { listItems } from "../../rails/work/bank-desk.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { BankItemSchema, presentItem } from "./file-answer.ts";

const itemsPath = `${consolePath}/rails/items`;

/** What banks said that no rule decides. */
export function itemRoutes(deps: ConsoleDeps): readonly Route[] {
  return [listRoute(deps), finishRoute(deps)];
}

const maxListed = 200;

const ListSchema = named(
  "BankItemList",
  Type.Object({
    items: Type.Array(BankItemSchema, { description: "Those that wait longest first." }),
    is_complete: Type.Boolean({ description: "False when there are more than are listed." }),
  }),
);

function listRoute({ database }: ConsoleDeps): Route {
  return {
    method: "GET",
    path: itemsPath,
    operationId: "listBankItems",
    tag: consoleTag,
    summary: "List what banks said that a person has to look at",
    access: { permission: "rails.read" },
    answers: { 200: { description: "Open items of both networks.", schema: ListSchema } },
    work: {
      kind: "read",
      handle: async () => {
        const items = await listItems(database, { afterId: "", limit: maxListed + 1 });
        const body = {
          items: items.slice(0, maxListed).map(presentItem),
          is_complete: items.length <= maxListed,
        };
        return { status: 200, body };
      },
    },
  };
}

const FinishSchema = strictObject({
  note: Type.String({
    minLength: 1,
    maxLength: 1_000,
    pattern: "\\S",
    description: "What was done about it.",
  }),
});

const FinishedSchema = named("FinishedBankItem", Type.Object({ id: IdSchema, note: Type.String() }));

function finishRoute(deps: ConsoleDeps): Route {
  return {
    method: "POST",
    path: `${itemsPath}/{item_id}/finish`,
    operationId: "finishBankItem",
    tag: consoleTag,
    summary: "Mark an item as done",
    access: { permission: "rails.decide" },
    body: { schema: FinishSchema },
    answers: { 200: { description: "The item is done.", schema: FinishedSchema } },
    refusals: ["not_found"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { note } = bodyOf(FinishSchema, request);
        const { id } = await finishBankItem(adminFor(deps, request), {
          id: request.params["item_id"] ?? "",
          note,
        });
        return { status: 200, body: { id, note } };
      },
    },
  };
}
