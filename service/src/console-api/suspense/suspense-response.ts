import Type, { type Static } from "typebox";
import { present } from "../../http/present.ts";
import { type ApiRequest, sessionUserOf } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks, platformTenant } from "../../kernel/id.ts";
import { maskedLastFour, maskedName } from "../../kernel/mask.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { holdReasons, type StoredPayment } from "../../payments/index.ts";
import { railSystems } from "../../rails/rail.ts";
import { type AccountNames, nameAccounts } from "../accounts/account-names.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { describePayments, ReleaseRequestSchema } from "../held/held-response.ts";
import { findHits, type ListReader, SanctionsHitSchema } from "../held/sanctions-hit.ts";

const NamedSchema = Type.Object({ id: IdSchema, name: nullableString() });
const nullable = <Schema extends ReturnType<typeof Type.Object>>(schema: Schema) =>
  Type.Union([Type.Null(), schema]);

export const AmountSchema = named(
  "ConsoleAmount",
  Type.Object({ value: Type.String(), currency: Type.String() }),
);

const HoldSchema = Type.Object({
  reason: Type.Enum([...holdReasons]),
  note: nullableString({ description: "Rejection reason of the owner, or of the bank for a return." }),
  since: DateTimeSchema,
  hits: Type.Array(SanctionsHitSchema, { description: "Possible sanctions matches of the sender." }),
});

export const HeldPaymentSchema = named(
  "HeldPayment",
  Type.Object({
    id: IdSchema,
    network: Type.Enum([...networks]),
    tenant: nullable(NamedSchema),
    account: nullable(NamedSchema),
    type: Type.Enum([...railSystems]),
    amount: AmountSchema,
    status: Type.String(),
    hold: nullable(HoldSchema),
    owner: nullableString({ description: "Current or intended owner, such as `transfers/01J8…`." }),
    is_debit: Type.Boolean({ description: "Collected by debit: it can only be returned." }),
    return_id: nullableString({ description: "The payment that returns it." }),
    needs_dual_approval: Type.Boolean({
      description: "Held for its sender, and above the dual approval threshold.",
    }),
    match_request: Type.Union([Type.Null(), ReleaseRequestSchema]),
    sender: Type.Object(
      {
        name: nullableString({ description: "First letters." }),
        account_number: nullableString({ description: "Masked." }),
        bank_name: nullableString(),
      },
      { description: "Masked, but enough to distinguish senders." },
    ),
    sent_to: nullableString({ description: "Masked account number that it was sent to." }),
    received_at: DateTimeSchema,
    updated_at: DateTimeSchema,
  }),
);

export type HeldPaymentResponse = Static<typeof HeldPaymentSchema>;

/** Related data shown with payments. */
export interface HeldContext extends ListReader {
  readonly names: AccountNames;
  readonly reportDecision: Awaited<ReturnType<typeof describePayments>>;
}

export async function lookAround(
  deps: ConsoleDeps,
  request: ApiRequest,
  payments: readonly StoredPayment[],
): Promise<HeldContext> {
  const { database, screener, config } = deps;
  const { userId } = sessionUserOf(request);
  const reader = { database, userId, dualApprovalAboveCents: config.dualApprovalAboveCents };
  return {
    screener,
    names: await nameAccounts(database, payments),
    reportDecision: await describePayments(reader, payments),
  };
}

export function presentHeld(payment: StoredPayment, context: HeldContext): HeldPaymentResponse {
  const { names, reportDecision } = context;
  const { tenantId, accountId, owner, incomingPayment, hold, details } = payment;
  return present(HeldPaymentSchema, {
    ...payment,
    ...reportDecision(payment),
    tenant: tenantId === platformTenant ? undefined : namedOf(names, tenantId),
    account: accountId && namedOf(names, accountId),
    amount: amountOf(payment.amountCents),
    hold: hold && { ...hold, hits: findHits(context, hold.screening?.hitUids) },
    owner: owner && `${owner.name}/${owner.subject}`,
    isDebit: incomingPayment === undefined,
    sender: {
      name: details.senderName === undefined ? undefined : maskedName(details.senderName),
      accountNumber: maskedOf(incomingPayment?.senderAccountNumber),
      bankName: details.senderBankName,
    },
    sentTo: maskedOf(incomingPayment?.accountNumber),
    receivedAt: details.receivedAt ?? payment.insertedAt,
  });
}

export function amountOf(cents: bigint): Static<typeof AmountSchema> {
  return { value: formatAmount({ units: cents, asset: usd }), currency: usd.code };
}

export function namedOf(names: AccountNames, id: string): { id: string; name: string | null } {
  return { id, name: names.get(id)?.name ?? null };
}

const maskedOf = (text: string | undefined) => (text === undefined ? undefined : maskedLastFour(text));
