import type { Tag } from "../http/route.ts";

export const automationTag: Tag = {
  name: "Automations",
  description:
    "Automatic forwarding: funds received at the account number or address of an automation are forwarded to its " +
    "destination, each by a transfer that references the automation. An automation is `pending` until it " +
    "is set up, and then `active`.",
};
