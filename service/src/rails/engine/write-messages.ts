import { formatInstant } from "../../kernel/instant.ts";
import type { BankIdentity } from "../bank.ts";
import type { NewPaymentEntry, NewReturnEntry, PostalAddress } from "../bank-work.ts";
import type { CreditTransfer, IsoParty, PaymentReturn } from "../iso20022/iso-message.ts";
import { writeCreditTransfers } from "../iso20022/write-credit-transfers.ts";
import { writePaymentReturns } from "../iso20022/write-payment-returns.ts";
import { paymentSystemOf } from "../rail.ts";
import { uetrOf } from "./bank-reference.ts";
import {
  allFiles,
  type DueEntry,
  type WriteContext,
  type WrittenFiles,
  writeOrHalve,
} from "./write-files.ts";

/** Payments of ISO 20022 rails, and returns on these rails: one message each, so that each is processed independently. */
export function writeMessages(context: WriteContext, due: readonly DueEntry[]): WrittenFiles {
  return allFiles(
    due.map((entry) =>
      writeOrHalve([entry], () => {
        const id = context.newId<"bank-file">();
        const { tenantId, id: entryId } = entry.row;
        const uetr = uetrOf(context.network, entryId);
        return {
          id,
          name: `${id}.xml`,
          bytes: messageOf(context, entry, { messageId: id, uetr }),
          entries: [{ tenantId, id: entryId, fileId: id, traceNumber: undefined, uetr }],
        };
      }),
    ),
  );
}

interface MessageNames {
  /** The file id is also the message id. */
  readonly messageId: string;
  readonly uetr: string;
}

function messageOf(
  { identity, now }: WriteContext,
  { row, content }: DueEntry,
  { messageId, uetr }: MessageNames,
): Buffer {
  const createdAt = formatInstant(now);
  return content.kind === "payment"
    ? writeCreditTransfers({
        type: "credit_transfers",
        messageId,
        createdAt,
        transfers: [transferOf(identity, row, { ...content, uetr })],
      })
    : writePaymentReturns({
        type: "payment_returns",
        messageId,
        createdAt,
        returns: [returnOf(row, content)],
      });
}

type TransferContent = Pick<NewPaymentEntry, "counterparty" | "statement"> & Pick<MessageNames, "uetr">;

function transferOf(
  identity: BankIdentity,
  row: DueEntry["row"],
  { counterparty, statement, uetr }: TransferContent,
): CreditTransfer {
  return {
    instructionId: row.id,
    endToEndId: row.id,
    transactionId: row.id,
    uetr,
    amountCents: row.amountCents,
    settlementDate: row.times.settlementDate,
    clearingSystem: paymentSystemOf(row.system).clearingSystems[0],
    debtor: {
      name: statement.name,
      addressLines: [identity.beneficiaryAddress],
      accountNumber: identity.accountNumber,
      routingNumber: identity.routingNumber,
      bankName: identity.bankName,
      bankAddressLines: [identity.bankAddress],
    },
    creditor: creditorOf(counterparty),
    remittance: statement.memo,
  };
}

function creditorOf(counterparty: NewPaymentEntry["counterparty"]): IsoParty {
  const { name, accountNumber, routingNumber, address, bankAddress } = counterparty;
  return {
    name,
    addressLines: linesOf(address),
    accountNumber,
    routingNumber,
    bankName: undefined,
    bankAddressLines: linesOf(bankAddress),
  };
}

function linesOf(address: PostalAddress | undefined): readonly string[] {
  if (address === undefined) return [];
  const { streetLine1, streetLine2, city, state, zip } = address;
  return [streetLine1, streetLine2, `${city}, ${state} ${zip}`].filter((line) => line !== undefined);
}

/** The bank matches the incoming payment by its own reference. */
function returnOf(
  row: DueEntry["row"],
  { incomingPayment, reason }: Pick<NewReturnEntry, "incomingPayment" | "reason">,
): PaymentReturn {
  return {
    returnId: row.id,
    originalMessageId: undefined,
    originalEndToEndId: undefined,
    originalTransactionId: incomingPayment.bankReference,
    originalUetr: undefined,
    amountCents: row.amountCents,
    settlementDate: row.times.settlementDate,
    reasonCode: reason,
    reasonText: undefined,
  };
}
