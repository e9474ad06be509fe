import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import type { Token } from "./token.ts";

export const TokenSchema = named(
  "ConsoleToken",
  Type.Object({
    id: IdSchema,
    value_type: Type.String(),
    name: Type.String(),
    kind: Type.Enum(["fiat_backed", "attested", "third_party"]),
    status: Type.String(),
    issuer_account_id: nullableString({
      description: "Null for platform tokens and third-party tokens.",
    }),
    is_public: Type.Boolean(),
    can_be_frozen: Type.Boolean({ description: "Whether this instance holds its keys." }),
    deployments: Type.Array(
      Type.Object({
        transfer_type: Type.String(),
        status: Type.String(),
        contract_address: nullableString(),
        failure: nullableString(),
      }),
    ),
    created_at: DateTimeSchema,
  }),
);

export function presentToken(token: Token) {
  return present(TokenSchema, {
    ...token,
    issuerAccountId: token.issuer?.accountId,
    canBeFrozen: token.kind !== "third_party",
    deployments: token.deployments.map((each) => ({
      transferType: each.chain,
      status: each.status,
      contractAddress: each.status === "active" ? each.contract : undefined,
      failure: each.status === "failed" ? `${each.failure.reason}: ${each.failure.detail}` : undefined,
    })),
  });
}
