import type { Tag } from "../http/route.ts";

export const transferTag: Tag = {
  name: "Transfers",
  description:
    "Value from one place to another, one to one: dollars into tokens and back, one token into another, across chains, " +
    "out to a bank account or an address. Every transfer is `pending` first; `transfer.completed`, `transfer.failed` " +
    "and `transfer.canceled` tell how it ended. A payout that its bank returns makes a complete transfer `failed`.",
};
