import type {
  AccountReport,
  CreditTransfers,
  IsoMessage,
  IsoParty,
  PaymentReturns,
  StatusReport,
} from "../src/rails/iso20022/iso-message.ts";
import { writeAccountReport } from "../src/rails/iso20022/write-account-report.ts";
import { writeCreditTransfers } from "../src/rails/iso20022/write-credit-transfers.ts";
import { writePaymentReturns } from "../src/rails/iso20022/write-payment-returns.ts";
import { writeStatusReport } from "../src/rails/iso20022/write-status-report.ts";

/** Undefined for messages that we do not write. */
export function writeIsoMessage(message: IsoMessage): Buffer | undefined {
  switch (message.type) {
    case "credit_transfers":
      return writeCreditTransfers(message);
    case "status_report":
      return writeStatusReport(message);
    case "payment_returns":
      return writePaymentReturns(message);
    case "notification":
    case "statement":
    case "intraday":
      return writeAccountReport(message);
    case "bank_transfers":
    case "other":
      return undefined;
  }
}

// All names are invented.

const payer: IsoParty = {
  name: "Ada Example & Daughters",
  address: {
    street: "Test Street",
    building: "12",
    postalCode: "10001",
    town: "Springfield",
    subdivision: "NY",
    country: "US",
    lines: ["Suite 400"],
  },
  accountNumber: "4400001234",
  routingNumber: "091000019",
  bankName: "Bank of Examples",
  bankAddress: {
    street: "Vault Square",
    building: "1",
    postalCode: "55479",
    town: "Minneapolis",
    subdivision: "MN",
    country: "US",
    lines: [],
  },
};

const recipient: IsoParty = {
  name: "Grace Quill",
  address: {
    street: "Sample Road",
    building: "1",
    postalCode: "02110",
    town: "Boston",
    subdivision: "MA",
    country: "US",
    lines: [],
  },
  accountNumber: "9988776655",
  routingNumber: "011000015",
  bankName: undefined,
};

const noOne: IsoParty = {
  name: undefined,
  accountNumber: undefined,
  routingNumber: undefined,
  bankName: undefined,
};

export const wire: CreditTransfers = {
  type: "credit_transfers",
  messageId: "WIRE-20261116-1",
  createdAt: "2026-11-16T14:30:00.000Z",
  transfers: [
    {
      instructionId: "entry-1",
      endToEndId: "entry-1",
      transactionId: "entry-1",
      uetr: "8a562c67-ca16-48ba-b074-65581be6f001",
      amountCents: 1_234_567n,
      settlementDate: "2026-11-16",
      clearingSystem: "FDW",
      debtor: payer,
      creditor: recipient,
      remittance: "Invoice <7>",
    },
  ],
};

export const rtp: CreditTransfers = {
  ...wire,
  messageId: "RTP-20261116-1",
  transfers: wire.transfers.map((transfer) => ({ ...transfer, clearingSystem: "RTP", amountCents: 5n })),
};

const rejection: StatusReport = {
  type: "status_report",
  messageId: "STATUS-1",
  createdAt: "2026-11-16T14:31:00.000Z",
  statuses: [
    {
      originalMessageId: "WIRE-20261116-1",
      originalInstructionId: "entry-1",
      originalEndToEndId: "entry-1",
      originalTransactionId: "entry-1",
      status: "RJCT",
      reasonCode: "AC04",
      reasonText: "The account is closed",
      acceptedAt: undefined,
      clearingReference: "20261116MMQFMP9A000001",
    },
  ],
};

const returned: PaymentReturns = {
  type: "payment_returns",
  messageId: "RETURN-1",
  createdAt: "2026-11-17T10:00:00.000-05:00",
  returns: [
    {
      returnId: "R-1",
      originalMessageId: "WIRE-20261116-1",
      originalEndToEndId: "entry-1",
      originalTransactionId: "entry-1",
      originalUetr: "8a562c67-ca16-48ba-b074-65581be6f001",
      amountCents: 1_234_567n,
      settlementDate: "2026-11-17",
      reasonCode: "AC04",
      reasonText: undefined,
    },
  ],
};

const notification: AccountReport = {
  type: "notification",
  messageId: "NOTE-1",
  createdAt: "2026-11-16T15:00:00.000Z",
  accounts: [
    {
      reportId: "NOTE-1-1",
      accountNumber: "4400001234",
      currency: "USD",
      openingCents: undefined,
      closingCents: undefined,
      closingDate: undefined,
      entries: [
        {
          amountCents: 250_000n,
          amountText: undefined,
          currency: "USD",
          direction: "credit",
          isReversal: false,
          status: "BOOK",
          bankReference: "BANK-1",
          bookedAt: "2026-11-16T14:59:00.000Z",
          transactionCode: "PMNT/RCDT/DMCT",
          details: [
            {
              endToEndId: "SENDER-77",
              transactionId: undefined,
              uetr: "0f8fad5b-d9cb-469f-a165-70867728950e",
              clearingReference: "20261116MMQFMP9A000002",
              bankReference: "BANK-1",
              amountCents: 250_000n,
              debtor: recipient,
              creditor: { ...noOne, accountNumber: "4400009999" },
              remittance: "Thanks",
            },
          ],
        },
        {
          amountCents: 1_234n,
          amountText: "12.34567",
          currency: "BHD",
          direction: "debit",
          isReversal: true,
          status: "PDNG",
          bankReference: undefined,
          bookedAt: "2026-11-16",
          transactionCode: "FEE",
          details: [],
        },
      ],
    },
  ],
};

export const statement: AccountReport = {
  ...notification,
  type: "statement",
  messageId: "STMT-1",
  accounts: notification.accounts.map((account) => ({
    ...account,
    reportId: "STMT-1-1",
    openingCents: -50n,
    closingCents: 249_950n,
    closingDate: "2026-11-16",
  })),
};

const intraday: AccountReport = { ...notification, type: "intraday", messageId: "DAY-1" };

/** By the name of the file that holds the message. */
export const goldenMessages = {
  "wire.xml": wire,
  "rtp.xml": rtp,
  "rejection.xml": rejection,
  "returned.xml": returned,
  "notification.xml": notification,
  "statement.xml": statement,
  "intraday.xml": intraday,
} as const satisfies Record<string, IsoMessage>;
