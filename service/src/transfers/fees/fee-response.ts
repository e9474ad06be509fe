import Type from "typebox";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { dollars } from "../../kernel/money.ts";
import { termScope } from "../limits/limit-response.ts";
import { feeFlows, type TransferFee } from "./transfer-fee.ts";

export const FeeSchema = named(
  "TransferFee",
  Type.Object({
    id: IdSchema,
    ...termScope,
    flow: Type.Enum([...feeFlows]),
    flat: Type.String({ description: "In dollars." }),
    basis_points: Type.Integer({ description: "Basis points of the amount, rounded up to a cent." }),
    minimum: Type.String(),
    maximum: nullableString(),
    updated_at: DateTimeSchema,
  }),
);

export const presentFee = (fee: TransferFee) =>
  present(FeeSchema, {
    ...fee,
    flat: dollars(fee.flatCents),
    minimum: dollars(fee.minimumCents),
    maximum: dollars(fee.maximumCents),
  });
