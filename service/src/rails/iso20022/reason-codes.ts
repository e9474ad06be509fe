/** Description of an external reason code of a status (pacs.002) or a return (pacs.004); undefined if unknown. */
export function reasonText(code: string): string | undefined {
  return reasons.get(code);
}

/**
 * The receiving bank does not take this kind of payment: it is no participant, it is offline, or the account is not open
 * to it. Timeouts are not among them, because the bank may have credited the account.
 */
export function cannotReceive(code: string): boolean {
  return unreceivable.has(code);
}

const unreceivable: ReadonlySet<string> = new Set([
  "AB08",
  "AC14",
  "AG01",
  "AG03",
  "NOAT",
  "RC04",
  "9910",
  "9912",
  "9947",
]);

/** The bank has the payment already, for example from a first delivery of the same file, and may make it. */
export function isDuplicate(code: string): boolean {
  return code === "AM05" || code === "DUPL";
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["9910", "The receiving bank is signed off from RTP"],
  ["9912", "The receiving bank is not connected to RTP"],
  ["9947", "The receiving bank is suspended from RTP"],
  ["AB03", "Settlement aborted due to timeout"],
  ["AB05", "The creditor agent did not respond in time"],
  ["AB08", "The creditor agent is offline"],
  ["AC01", "Incorrect account number"],
  ["AC02", "Invalid debtor account number"],
  ["AC03", "Invalid creditor account number"],
  ["AC04", "The account is closed"],
  ["AC06", "The account is blocked"],
  ["AC07", "The creditor account is closed"],
  ["AC10", "Invalid account currency"],
  ["AC13", "Invalid debtor account type"],
  ["AC14", "Invalid creditor account type"],
  ["AG01", "The account does not accept this type of payment"],
  ["AG03", "The bank does not support this type of payment"],
  ["AM01", "The amount is zero"],
  ["AM02", "The amount is above the allowed maximum"],
  ["AM03", "The currency is not supported"],
  ["AM04", "Insufficient funds"],
  ["AM05", "Duplicate payment"],
  ["AM07", "The amount is blocked"],
  ["AM09", "The amount is not the agreed or expected one"],
  ["AM12", "The amount is invalid"],
  ["AM13", "The amount exceeds the limit of the clearing system"],
  ["AM14", "The amount exceeds the limit agreed with the bank"],
  ["AM21", "The amount exceeds the limit set by the bank"],
  ["ARDT", "The payment was already returned"],
  ["BE01", "The name does not match the account"],
  ["BE04", "The creditor address is missing or incorrect"],
  ["BE05", "The initiating party is unknown"],
  ["BE06", "The bank does not know the creditor"],
  ["BE07", "The debtor address is missing or incorrect"],
  ["BE17", "The creditor identification is missing or invalid"],
  ["CUST", "Requested by the customer"],
  ["DS24", "The waiting time for approval expired"],
  ["DT01", "Invalid date"],
  ["DUPL", "Duplicate of another payment"],
  ["ED05", "Settlement failed"],
  ["ERIN", "The service is not supported"],
  ["FF08", "The end-to-end id is missing or invalid"],
  ["FOCR", "Returned following a cancellation request"],
  ["FRAD", "Fraudulent origin"],
  ["MD06", "Refund requested by the debtor"],
  ["MD07", "The account holder is deceased"],
  ["MS02", "Reason not specified by the customer"],
  ["MS03", "Reason not specified by the bank"],
  ["NARR", "See the additional information"],
  ["NOAT", "The account does not accept this type of message"],
  ["NOAS", "No response from the customer"],
  ["RC01", "Incorrect bank identifier"],
  ["RC02", "Invalid bank identifier"],
  ["RC03", "Invalid debtor agent identifier"],
  ["RC04", "Invalid creditor agent identifier"],
  ["RR01", "Regulatory: the debtor account or identification is missing"],
  ["RR02", "Regulatory: the debtor name or address is missing"],
  ["RR03", "Regulatory: the creditor name or address is missing"],
  ["RR04", "Regulatory reason"],
  ["TECH", "Technical problem"],
  ["TM01", "Received after the cut-off time"],
  ["UPAY", "The payment is not due"],
]);
