const accountId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const bankId = "01JD7Q3B1N5K8R0S2T4V6W8XYZ";
const walletId = "01JD7Q3C7P9Q1S3T5V7X9ZACEG";

export const requestExample = {
  amount: { value: "250.00", currency: "USD" },
  source: { address_id: walletId, value_type: "FUSD", transfer_type: "base" },
  destination: {
    address_id: bankId,
    value_type: "USD",
    transfer_type: "ach_credit",
    reference: "Invoice 4711",
    purpose: "vendor" as const,
  },
  brand: { account_id: accountId },
  note: "Invoice 4711",
};

export const transferExample = {
  id: "01JD7Q4D8Q0R2T4V6X8ZBDFHJK",
  status: "pending",
  amount: { value: "250.00", currency: "USD" },
  fee: { value: "0.00", currency: "USD" },
  source: {
    address_id: walletId,
    value_type: "FUSD",
    transfer_type: "base",
    transaction_id: null,
    payment_id: null,
    payment_details: null,
  },
  destination: {
    address_id: bankId,
    value_type: "USD",
    transfer_type: "ach_credit",
    transaction_id: null,
    payment_id: null,
    payment_details: null,
    wire_memo: null,
    reference: "Invoice 4711",
    reference_as_sent: "Invoice 4711",
    memo: null,
    purpose: "vendor" as const,
    fallback: false,
    requested_transfer_type: "ach_credit",
    fallback_reason: null,
  },
  note: "Invoice 4711",
  brand: { account_id: accountId },
  failure: null,
  refund: null,
  automation_id: null,
  created_at: "2026-11-15T10:51:12.000Z",
  updated_at: "2026-11-15T10:51:12.000Z",
};
