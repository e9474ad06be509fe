import {
  type AccountReport,
  type PaymentReturns,
  type StatusReport,
  writeAccountReport,
  writePaymentReturns,
  writeStatusReport,
} from "@florin/service/sandbox-ports";

/** The bank's reply messages. */
export type ReplyMessage = AccountReport | PaymentReturns | StatusReport;

export function writeReply(message: ReplyMessage): Buffer {
  switch (message.type) {
    case "notification":
    case "statement":
    case "intraday":
      return writeAccountReport(message);
    case "status_report":
      return writeStatusReport(message);
    case "payment_returns":
      return writePaymentReturns(message);
  }
}
