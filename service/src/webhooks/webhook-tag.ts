import type { Tag } from "../http/route.ts";

export const webhookTag: Tag = {
  name: "Webhooks",
  description:
    "A subscription says which events an account wants to be told of, and where. Each event is sent there as a signed " +
    "`POST`, at least once and in no promised order, until it is acknowledged with a 2xx or ten further attempts over " +
    "about three days have failed. A subscription of a managing account is told of the accounts that it manages, too.",
};
