import type { AccountReport, PaymentReturns, StatusReport } from "../../rails/iso20022/iso-message.ts";
import { writeAccountReport } from "../../rails/iso20022/write-account-report.ts";
import { writePaymentReturns } from "../../rails/iso20022/write-payment-returns.ts";
import { writeStatusReport } from "../../rails/iso20022/write-status-report.ts";

/** The bank's reply messages. */
export type ReplyMessage = AccountReport | PaymentReturns | StatusReport;

export function writeReply(message: ReplyMessage): Buffer {
  switch (message.type) {
    case "notification":
    case "statement":
      return writeAccountReport(message);
    case "status_report":
      return writeStatusReport(message);
    case "payment_returns":
      return writePaymentReturns(message);
  }
}
