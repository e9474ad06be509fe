import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { networks } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { dollars } from "../kernel/money.ts";
import { type Claim, claimStatuses, type Settlement } from "./claim.ts";

export const ClaimSchema = named(
  "Claim",
  Type.Object(
    {
      id: IdSchema,
      tenant_id: IdSchema,
      network: Type.Enum([...networks]),
      account_id: IdSchema,
      address_id: Type.String({ description: "The bank address that was debited." }),
      transfer_id: Type.String(),
      payment_id: Type.String({ description: "The returned debit." }),
      value_type: Type.String({ description: "The token that the debit paid for." }),
      return_code: Type.String(),
      amount: Type.String({ description: "In dollars." }),
      remaining: Type.String({ description: "In dollars." }),
      pending: Type.String({ description: "Part of `remaining` whose tokens are being burned." }),
      status: Type.Enum([...claimStatuses]),
      opened_at: DateTimeSchema,
      closed_at: nullableString(),
    },
    { description: "What an account owes because a debit was returned after its money was used." },
  ),
);

export const SettlementSchema = named(
  "ClaimSettlement",
  Type.Object({
    id: IdSchema,
    type: Type.Enum(["repay", "offset", "write_off"]),
    amount: Type.String({ description: "In dollars." }),
    status: Type.Enum(["pending", "complete", "failed"]),
    source: Type.String({ description: "Where the money came from, such as `payment/01J8…` or `treasury`." }),
    reason: Type.String(),
    failure_reason: nullableString(),
    created_at: DateTimeSchema,
  }),
);

export function presentClaim(claim: Claim) {
  const { cents, remainingCents, pendingCents } = claim;
  const amounts = {
    amount: dollars(cents),
    remaining: dollars(remainingCents),
    pending: dollars(pendingCents),
  };
  const closedAt = claim.closedAt === undefined ? undefined : formatInstant(claim.closedAt);
  return present(ClaimSchema, { ...claim, ...amounts, closedAt });
}

export function presentSettlement(settlement: Settlement) {
  return present(SettlementSchema, { ...settlement, amount: dollars(settlement.cents) });
}
