import Type from "typebox";
import { listLimits, removeLimit, setLimit } from "../../admin/index.ts";
import { IdSchema, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { networks } from "../../kernel/id.ts";
import { LimitSchema, limitedOperations, presentLimit, ValueTypeSchema } from "../../transfers/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, endpoints } from "../console-route.ts";
import { limitsPath } from "./terms-routes.ts";

const maxAmountLength = 30;
const dollars = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: maxAmountLength, description }));

const SetSchema = strictObject({
  network: Type.Enum([...networks]),
  account_id: Type.Optional(IdSchema),
  transfer_type: Type.Optional(
    Type.String({ description: "A chain or a bank rail; any if omitted.", examples: ["base"] }),
  ),
  operation: Type.Optional(Type.Enum([...limitedOperations], { description: "All combined if omitted." })),
  asset: Type.Optional(ValueTypeSchema),
  destination_address_id: Type.Optional(IdSchema),
  per_transfer: dollars("Maximum amount of one transfer, in dollars."),
  daily: dollars("Maximum total per UTC day, in dollars."),
  thirty_days: dollars("Maximum total in 30 UTC days, in dollars."),
});

export const limitChangeRoutes = endpoints<ConsoleDeps>([
  commandEndpoint(`PUT ${limitsPath}`, {
    operationId: "setLimit",
    summary: "Set a limit, replacing the existing one",
    access: { permission: "limits.write", confirmation: "always" },
    body: { schema: SetSchema },
    response: { description: "The limit.", schema: LimitSchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const { account_id, transfer_type, destination_address_id, per_transfer, thirty_days, ...body } =
        request.body;
      const managingAccountId = request.params["tenant_id"] ?? "";
      const { id } = await setLimit(adminFor(deps, request), {
        ...body,
        managingAccountId,
        accountId: account_id,
        transferType: transfer_type,
        destinationAddressId: destination_address_id,
        perTransfer: per_transfer,
        thirtyDays: thirty_days,
      });
      const limit = (await listLimits(deps, { managingAccountId })).find((each) => each.id === id);
      assert(limit !== undefined, "the limit that was set exists");
      return presentLimit(limit);
    },
  }),
  commandEndpoint(`DELETE ${limitsPath}/{limit_id}`, {
    operationId: "removeLimit",
    summary: "Remove a limit",
    access: { permission: "limits.write", confirmation: "always" },
    response: { status: 204, description: "The limit was removed." },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const managingAccountId = request.params["tenant_id"] ?? "";
      const id = request.params["limit_id"] ?? "";
      await removeLimit(adminFor(deps, request), { managingAccountId, id });
    },
  }),
]);
