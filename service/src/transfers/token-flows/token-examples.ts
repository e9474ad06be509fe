/** Examples of requests and responses in the API reference. */
const id = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const at = "2026-11-15T10:51:12.000Z";
const from = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFH", value_type: "ACME", transfer_type: "base" };
const to = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFJ", value_type: "ACME", transfer_type: "base" };
const transactionId = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060";

const created = { id, status: "pending", amount: "250.00", created_at: at };
const whole = { ...created, status: "complete", updated_at: at, failure: null };
const source = { ...from, transaction_id: transactionId };
const destination = { ...to, transaction_id: transactionId };

export const transferExamples = {
  request: { amount: "250.00", source: from, destination: to },
  created: { ...created, source: from, destination: to },
  whole: { ...whole, source, destination, return_transaction_id: null },
};
export const mintExamples = {
  request: { amount: "250.00", destination: to },
  created: { ...created, destination: to },
  whole: { ...whole, destination },
};
export const burnExamples = {
  request: { amount: "250.00", source: from },
  created: { ...created, source: from },
  whole: { ...whole, source },
};
export const transactionExample = { type: "mint", ...mintExamples.whole };
