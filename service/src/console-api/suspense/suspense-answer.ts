import Type, { type Static } from "typebox";
import { type ApiRequest, visitorOf } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks, platformTenant } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { maskedLastFour, maskedName } from "../../kernel/mask.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { holdReasons, type StoredPayment } from "../../payments/index.ts";
import { railSystems } from "../../rails/rail.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { ReleaseRequestSchema, tellPayments } from "../held/held-answer.ts";
import { ListedHitSchema, type ListReader, presentHits } from "../held/listed-hit.ts";
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
  note: nullableString({ description: "What the owner said who refused it, or the bank of a return." }),
  since: DateTimeSchema,
  hits: Type.Array(ListedHitSchema, { description: "What the sender is near to." }),
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
    owner: nullableString({ description: "For whom it came or who has it, such as `transfers/01J8…`." }),
    is_debit: Type.Boolean({ description: "We had pulled it: it can only be paid back." }),
    return_id: nullableString({ description: "The payment by which it goes back." }),
    needs_second_person: Type.Boolean({
      description: "It is held for its sender, and above the amount that one person may let go.",
    }),
    match_request: Type.Union([Type.Null(), ReleaseRequestSchema]),
    sender: Type.Object(
      {
        name: nullableString({ description: "First letters." }),
        account_number: nullableString({ description: "Masked." }),
        bank_name: nullableString(),
      },
      { description: "Masked to what tells two senders apart." },
    ),
    sent_to: nullableString({ description: "The account number that it was sent to, masked." }),
    received_at: DateTimeSchema,
    updated_at: DateTimeSchema,
  }),
);

export type HeldPaymentAnswer = Static<typeof HeldPaymentSchema>;

/** What is told of payments beside themselves. */
export interface HeldSurroundings extends ListReader {
  readonly names: AccountNames;
  readonly tellDecision: Awaited<ReturnType<typeof tellPayments>>;
}

export async function lookAround(
  deps: ConsoleDeps,
  request: ApiRequest,
  payments: readonly StoredPayment[],
): Promise<HeldSurroundings> {
  const { database, screener, config } = deps;
  const { personId } = visitorOf(request);
  const reader = { database, personId, secondPersonAboveCents: config.secondPersonAboveCents };
  return {
    screener,
    names: await nameAccounts(database, payments),
    tellDecision: await tellPayments(reader, payments),
  };
}

export function presentHeld(payment: StoredPayment, surroundings: HeldSurroundings): HeldPaymentAnswer {
  const { names, tellDecision } = surroundings;
  const { needs_second_person, release_request: match_request } = tellDecision(payment);
  const { tenantId, accountId, owner, receipt, details } = payment;
  return {
    id: payment.id,
    network: payment.network,
    tenant: tenantId === platformTenant ? null : namedOf(names, tenantId),
    account: accountId === undefined ? null : namedOf(names, accountId),
    type: payment.type,
    amount: amountOf(payment.amountCents),
    status: payment.status,
    hold: holdOf(payment, surroundings),
    owner: owner === undefined ? null : `${owner.name}/${owner.subject}`,
    is_debit: receipt === undefined,
    return_id: payment.returnId ?? null,
    needs_second_person,
    match_request,
    sender: {
      name: details.senderName === undefined ? null : maskedName(details.senderName),
      account_number: maskedOrNull(receipt?.senderAccountNumber),
      bank_name: details.senderBankName ?? null,
    },
    sent_to: maskedOrNull(receipt?.accountNumber),
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
