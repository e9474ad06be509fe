import type { Database } from "../../service/src/db/database.ts";
import type { KeyRing } from "../../service/src/kernel/envelope.ts";
import { parseId, type TenantId } from "../../service/src/kernel/id.ts";
import { addMs, type Instant } from "../../service/src/kernel/instant.ts";
import type { PaymentStatus } from "../../service/src/payments/payment.ts";
import { insertPayments } from "../../service/src/payments/store.ts";
import { newPayment, noDetails, type StoredPayment } from "../../service/src/payments/stored-payment.ts";

const batch = 2_000;
const yearMs = 364 * 24 * 60 * 60 * 1_000;

interface Load {
  readonly tenantId: TenantId;
  readonly from: number;
  readonly to: number;
  readonly now: Instant;
}

/** A payment of each transfer, sealed and inserted as the module does. */
export async function loadPayments(
  database: Database,
  keyRing: KeyRing,
  { from, to, ...load }: Load,
): Promise<void> {
  for (let start = from; start < to; start += batch) {
    const numbers = Array.from({ length: Math.min(batch, to - start) }, (_, place) => start + place);
    await database.transaction((tx) =>
      insertPayments(
        keyRing,
        tx,
        numbers.map((number) => paymentOf(number, load)),
      ),
    );
  }
}

/** Spread over the year like the transfers. */
function paymentOf(number: number, { tenantId, now }: Pick<Load, "tenantId" | "now">): StoredPayment {
  const status = statusOf(number);
  const id = `06${number.toString(16).toUpperCase().padStart(24, "0")}`;
  return newPayment(
    {
      id: parsed<"payment">(id),
      tenantId,
      network: "testnet",
      accountId: parsed<"account">(tenantId),
      direction: number % 2 === 0 ? "inbound" : "outbound",
      type: number % 1_000 === 3 ? "rtp" : "wire",
      ...(number % 2 === 0 ? {} : { rail: "wire" as const }),
      amountCents: BigInt(1 + (number % 5_000)),
      status,
      links: {},
      details: { ...noDetails, senderName: `Sender ${number % 997}`, paymentReference: `INV-${number}` },
      ...(status === "failed" ? { reason: { code: "R01", text: "Insufficient funds" } } : {}),
      isPublished: true,
    },
    addMs(now, Math.round(((number % 9_973) / 9_973 - 1) * yearMs)),
  );
}

function statusOf(number: number): PaymentStatus {
  if (number % 50 === 0) return "failed";
  return number % 100 === 1 ? "pending" : "complete";
}

function parsed<Kind extends string>(text: string) {
  const id = parseId<Kind>(text);
  if (id === undefined) throw new Error(`${text} is not an id`);
  return id;
}
