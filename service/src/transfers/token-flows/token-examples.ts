/** Examples of requests and responses in the API reference. */
const id = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const at = "2026-11-15T10:51:12.000Z";
const from = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFH", value_type: "ACME", transfer_type: "base" };
const to = { address_id: "01JD7Q2M8W3T5V6X9YZABCDEFJ", value_type: "ACME", transfer_type: "base" };
const transactionId = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060";

const created = {
  id,
  status: "pending",
  amount: "250.00",
  note: null,
  created_at: at,
  updated_at: at,
  failure: null,
};
const whole = { ...created, status: "complete" };
const source = {
  ...from,
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  transaction_id: transactionId,
};
const destination = {
  ...to,
  address: "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  memo: null,
  transaction_id: transactionId,
};
const [unsent, undelivered] = [
  { ...source, transaction_id: null },
  { ...destination, transaction_id: null },
];

export const transferExamples = {
  request: { amount: "250.00", source: from, destination: to },
  created: { ...created, source: unsent, destination: undelivered, return_transaction_id: null },
  whole: { ...whole, source, destination, return_transaction_id: null },
};
export const mintExamples = {
  request: { amount: "250.00", destination: to },
  created: { ...created, destination: undelivered },
  whole: { ...whole, destination },
};
export const burnExamples = {
  request: { amount: "250.00", source: from },
  created: { ...created, source: unsent },
  whole: { ...whole, source },
};
export const transactionExample = { type: "mint", ...mintExamples.whole };
