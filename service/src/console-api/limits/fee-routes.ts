import Type from "typebox";
import { type FeeRequest, removeFee, setFee } from "../../admin/index.ts";
import { bodyOf, type Route } from "../../http/route.ts";
import { IdSchema, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { networks } from "../../kernel/id.ts";
import { feeFlows, listFees, requireTenant } from "../../transfers/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { consoleCommand } from "../console-route.ts";
import { FeeSchema, presentFee, ways } from "./terms-response.ts";
import { feesPath } from "./terms-routes.ts";

export function feeRoutes(deps: ConsoleDeps): readonly Route[] {
  return [setRoute(deps), removeRoute(deps)];
}

const maxAmountLength = 30;
const mostBasisPoints = 10_000;
const dollars = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: maxAmountLength, description }));

const SetSchema = strictObject({
  network: Type.Enum([...networks]),
  account_id: Type.Optional(IdSchema),
  flow: Type.Enum([...feeFlows]),
  transfer_type: Type.Optional(Type.Enum([...ways], { description: "Any if omitted." })),
  flat: dollars("Flat fee in dollars; none if omitted."),
  basis_points: Type.Optional(Type.Integer({ minimum: 0, maximum: mostBasisPoints })),
  minimum: dollars("Minimum fee in dollars."),
  maximum: dollars("Maximum fee in dollars."),
});

function setRoute(deps: ConsoleDeps): Route {
  return consoleCommand({
    method: "PUT",
    path: feesPath,
    operationId: "setFee",
    summary: "Set a fee, replacing the existing one",
    access: { permission: "limits.write", isSensitive: true },
    body: { schema: SetSchema },
    responses: { 200: { description: "The fee.", schema: FeeSchema } },
    refusals: ["not_found"],
    handle: async (request) => {
      const body = bodyOf(SetSchema, request);
      const managingAccountId = request.params["tenant_id"] ?? "";
      const input: FeeRequest = {
        managingAccountId,
        network: body.network,
        flow: body.flow,
        basisPoints: String(body.basis_points ?? 0),
        ...(body.account_id === undefined ? {} : { accountId: body.account_id }),
        ...(body.transfer_type === undefined ? {} : { transferType: body.transfer_type }),
        ...(body.flat === undefined ? {} : { flat: body.flat }),
        ...(body.minimum === undefined ? {} : { minimum: body.minimum }),
        ...(body.maximum === undefined ? {} : { maximum: body.maximum }),
      };
      const { id } = await setFee(adminFor(deps, request), input);
      return await showOne(deps, managingAccountId, id);
    },
  });
}

async function showOne({ database }: ConsoleDeps, tenant: string, id: string) {
  const fees = await listFees(database, await requireTenant(database, tenant));
  const fee = fees.find((each) => each.id === id);
  assert(fee !== undefined, "the fee that was set exists");
  return presentFee(fee);
}

function removeRoute(deps: ConsoleDeps): Route {
  return consoleCommand({
    method: "DELETE",
    path: `${feesPath}/{fee_id}`,
    operationId: "removeFee",
    summary: "Remove a fee",
    access: { permission: "limits.write", isSensitive: true },
    responses: { 204: { description: "The fee was removed." } },
    refusals: ["not_found"],
    handle: async (request) => {
      const managingAccountId = request.params["tenant_id"] ?? "";
      const id = request.params["fee_id"] ?? "";
      await removeFee(adminFor(deps, request), { managingAccountId, id });
    },
  });
}
