import type { Json } from "../../kernel/canonical-json.ts";
import type { IncomingBankPayment } from "../bank-work.ts";

/** JSON has neither bigint nor undefined: amounts are strings, and absent fields are omitted. */
export function incomingPaymentToJson(incomingPayment: IncomingBankPayment): Json {
  return JSON.parse(
    JSON.stringify({ ...incomingPayment, amountCents: `${incomingPayment.amountCents}` }),
  ) as Json;
}

/** Takes only the output of `incomingPaymentToJson`. */
export function incomingPaymentFromJson(json: Json): IncomingBankPayment {
  const { amountCents, ...rest } = json as unknown as WrittenIncomingPayment;
  return {
    senderName: undefined,
    senderAccountNumber: undefined,
    senderBankName: undefined,
    senderBankRoutingNumber: undefined,
    reference: undefined,
    imad: undefined,
    traceNumber: undefined,
    ...rest,
    amountCents: BigInt(amountCents),
  };
}

type RequiredText = "bankReference" | "system" | "accountNumber" | "receivedAt";
type WrittenIncomingPayment = Pick<IncomingBankPayment, RequiredText> &
  Partial<Omit<IncomingBankPayment, RequiredText | "amountCents">> & { readonly amountCents: string };
