import type { Sign } from "./rank-candidates.ts";

/** What speaks for a candidate, for the person who decides. Says no name and no number. */
export const signWords: Readonly<Record<Sign, string>> = {
  number: "The money was sent to its account number.",
  memo: "The sender wrote its memo.",
  written_number: "The sender wrote its account number.",
  near_number: "The money was sent to a number that is one slip away from its own.",
  near_memo: "The sender wrote a memo that is one slip away from its own.",
  written_id: "The sender wrote its id.",
  amount: "It waits for exactly this amount.",
  owner: "The money came for it before.",
  sender: "The sender has the name of its account.",
  account: "The money came to its account.",
  time: "It was made in the two weeks before the money came.",
};
