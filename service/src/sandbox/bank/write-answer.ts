import type { AccountReport, PaymentReturns, StatusReport } from "../../rails/iso20022/iso-message.ts";
import { writeAccountReport } from "../../rails/iso20022/write-account-report.ts";
import { writePaymentReturns } from "../../rails/iso20022/write-payment-returns.ts";
import { writeStatusReport } from "../../rails/iso20022/write-status-report.ts";

/** The messages with which the bank answers. */
export type AnswerMessage = AccountReport | PaymentReturns | StatusReport;

export function writeAnswer(message: AnswerMessage): Buffer {
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
