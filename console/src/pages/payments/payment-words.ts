/** How the console says what the API names. */
export const directionWords = { inbound: "In", outbound: "Out" } as const;
export const railWords = { wire: "Wire", ach: "ACH", rtp: "RTP" } as const;

/** Why money waits for a person: in short, and what it means. */
export const holdWords = {
  unmatched: ["Unmatched", "Neither the account number nor what the sender wrote is anybody's."],
  contradictory: ["Contradictory", "The account number and what the sender wrote are of different owners."],
  listed_sender: ["Listed sender", "The sender's name is near one on the sanctions list."],
  unnamed_sender: ["Unnamed sender", "The bank gave no name to compare with the sanctions list."],
  refused: ["Refused", "Whom it was for has no use for it."],
  return_failed: ["Return failed", "It was to go back to its sender, and did not arrive there."],
} as const;

/** Both give money to somebody against a warning. */
export const graveReasons: readonly string[] = ["listed_sender", "unnamed_sender"];

export const bankStateWords: Readonly<Record<string, string>> = {
  queued: "Waits for its file",
  filed: "In a file",
  sent: "With the bank",
  settled: "Settled",
  rejected: "The bank did not take it",
  returned: "Came back",
  withdrawn: "Taken back before it was in a file",
};
