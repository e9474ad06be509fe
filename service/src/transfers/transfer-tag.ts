import type { Tag } from "../http/route.ts";

export const transferTag: Tag = {
  name: "Transfers",
  description:
    "Move value one to one: dollars to tokens and back, one token to another, across chains, or out to a bank " +
    "account or address. A transfer starts as `pending`; `transfer.completed`, `transfer.failed` and `transfer.canceled` " +
    "report the outcome. A payout returned by the bank changes a complete transfer to `failed`.",
};
