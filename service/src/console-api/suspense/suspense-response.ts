import Type, { type Static } from "typebox";
import { type ApiRequest, sessionUserOf } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks, platformTenant } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { maskedLastFour, maskedName } from "../../kernel/mask.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { holdReasons, type StoredPayment } from "../../payments/index.ts";
import { railSystems } from "../../rails/rail.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { describePayments, ReleaseRequestSchema } from "../held/held-response.ts";
import { type ListReader, presentHits, SanctionsHitSchema } from "../held/sanctions-hit.ts";
import { type AccountNames, nameAccounts } from "./account-names.ts";

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
  const { needs_dual_approval, release_request: match_request } = reportDecision(payment);
  const { tenantId, accountId, owner, incomingPayment, details } = payment;
  return {
    id: payment.id,
    network: payment.network,
    tenant: tenantId === platformTenant ? null : namedOf(names, tenantId),
    account: accountId === undefined ? null : namedOf(names, accountId),
    type: payment.type,
    amount: amountOf(payment.amountCents),
    status: payment.status,
    hold: holdOf(payment, context),
    owner: owner === undefined ? null : `${owner.name}/${owner.subject}`,
    is_debit: incomingPayment === undefined,
    return_id: payment.returnId ?? null,
    needs_dual_approval,
    match_request,
    sender: {
      name: details.senderName === undefined ? null : maskedName(details.senderName),
      account_number: maskedOrNull(incomingPayment?.senderAccountNumber),
      bank_name: details.senderBankName ?? null,
    },
    sent_to: maskedOrNull(incomingPayment?.accountNumber),
    received_at: formatInstant(details.receivedAt ?? payment.insertedAt),
    updated_at: formatInstant(payment.updatedAt),
  };
}

export function amountOf(cents: bigint): Static<typeof AmountSchema> {
  return { value: formatAmount({ units: cents, asset: usd }), currency: usd.code };
}

export function namedOf(names: AccountNames, id: string): { id: string; name: string | null } {
  return { id, name: names.get(id)?.name ?? null };
}

function holdOf({ hold }: StoredPayment, reader: ListReader): Static<typeof HoldSchema> | null {
  if (hold === undefined) return null;
  const { reason, note, since, screening } = hold;
  return {
    reason,
    note: note ?? null,
    since: formatInstant(since),
    hits: presentHits(reader, screening?.hitUids),
  };
}

function maskedOrNull(text: string | undefined): string | null {
  return text === undefined ? null : maskedLastFour(text);
}
