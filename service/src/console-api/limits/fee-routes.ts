import Type from "typebox";
import { removeFee, setFee } from "../../admin/index.ts";
import { IdSchema, strictObject } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import { FeeSchema, feeFlows, presentFee } from "../../transfers/index.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, endpoints } from "../console-route.ts";
import { feesPath } from "./terms-routes.ts";

const maxAmountLength = 30;
const mostBasisPoints = 10_000;
const dollars = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: maxAmountLength, description }));

const SetSchema = strictObject({
  network: Type.Enum([...networks]),
  account_id: Type.Optional(IdSchema),
  flow: Type.Enum([...feeFlows]),
  transfer_type: Type.Optional(
    Type.String({ description: "A chain or a bank rail; any if omitted.", examples: ["base"] }),
  ),
  flat: dollars("Flat fee in dollars; none if omitted."),
  basis_points: Type.Optional(Type.Integer({ minimum: 0, maximum: mostBasisPoints })),
  minimum: dollars("Minimum fee in dollars."),
  maximum: dollars("Maximum fee in dollars."),
});

export const feeRoutes = endpoints<ConsoleDeps>([
  commandEndpoint(`PUT ${feesPath}`, {
    operationId: "setFee",
    summary: "Set a fee, replacing the existing one",
    access: { permission: "limits.write", confirmation: "always" },
    body: { schema: SetSchema },
    response: { description: "The fee.", schema: FeeSchema },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const { account_id, transfer_type, basis_points, ...body } = request.body;
      const fee = await setFee(adminFor(deps, request), {
        ...body,
        managingAccountId: request.params["tenant_id"] ?? "",
        accountId: account_id,
        transferType: transfer_type,
        basisPoints: String(basis_points ?? 0),
      });
      return presentFee(fee);
    },
  }),
  commandEndpoint(`DELETE ${feesPath}/{fee_id}`, {
    operationId: "removeFee",
    summary: "Remove a fee",
    access: { permission: "limits.write", confirmation: "always" },
    response: { status: 204, description: "The fee was removed." },
    refusals: ["not_found"],
    handle: async (request, deps) => {
      const managingAccountId = request.params["tenant_id"] ?? "";
      const id = request.params["fee_id"] ?? "";
      await removeFee(adminFor(deps, request), { managingAccountId, id });
    },
  }),
]);
