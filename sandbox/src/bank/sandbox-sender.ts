/**
 * The bank of all senders of incoming payments. As far as we know, the prefix 0999 of its routing number is not assigned
 * to a Federal Reserve office, so no bank has this number.
 */
export const sandboxSender = {
  bankName: "Sandbox Sender Bank",
  routingNumber: "099900001",
  accountNumber: "700100200300",
} as const;
