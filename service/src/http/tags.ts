import type { Tag } from "./route.ts";

// Sections of the API reference that several files share.

export const addressTag: Tag = {
  name: "Addresses",
  description:
    "Sources and destinations of value: custodial addresses, and external addresses on chains and at banks.",
};

export const bankLinkTag: Tag = {
  name: "Bank links",
  description:
    "A bank account can be debited once its owner has proven ownership: by picking it on a page, or by confirming " +
    "the amounts of two micro deposits. Tokens are valid for 30 minutes and can be used once.",
};

export const tokenTag: Tag = {
  name: "Tokens",
  description: "Token catalog and token issuance.",
};

export const transferTag: Tag = {
  name: "Transfers",
  description:
    "Move value one to one: dollars to tokens and back, one token to another, across chains, or out to a bank " +
    "account or address. A transfer starts as `pending`; `transfer.completed`, `transfer.failed` and `transfer.canceled` " +
    "report the outcome. A payout returned by the bank changes a complete transfer to `failed`.",
};

export const webhookTag: Tag = {
  name: "Webhooks",
  description:
    "A subscription sends the events of an account to your endpoint. Each event is delivered as a signed " +
    "`POST`, at least once and in no guaranteed order, until it is acknowledged with a 2xx or ten retries over " +
    "about three days have failed. A managing account's subscription also gets events of the accounts it manages.",
};

/** Every endpoint that simulates an external system. */
export const simulationTag: Tag = {
  name: "Simulations",
  description: "Simulate the actions of banks, chains and other external systems. Testnet only.",
};
