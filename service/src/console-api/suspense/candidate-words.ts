import type { Sign } from "./rank-candidates.ts";

/** Reasons for a suggested match. They contain no names or numbers. */
export const signWords: Readonly<Record<Sign, string>> = {
  number: "Sent to its account number.",
  memo: "The reference contains its memo.",
  written_number: "The reference contains its account number.",
  near_number: "Sent to an account number that differs by one typo.",
  near_memo: "The reference contains a memo that differs by one typo.",
  written_id: "The reference contains its id.",
  amount: "Expects exactly this amount.",
  owner: "Previously received this payment.",
  sender: "The sender's name matches its account.",
  account: "Received at its account.",
  time: "Created within two weeks before the payment.",
};
