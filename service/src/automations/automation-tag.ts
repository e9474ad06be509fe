import type { Tag } from "../http/route.ts";

export const automationTag: Tag = {
  name: "Automations",
  description:
    "Standing orders: what comes to an account number or to an address of an automation goes on to its destination by " +
    "itself, each time by a transfer that names the automation. An automation is `pending` first and `active` moments " +
    "later.",
};
