import type { Tag } from "../http/route.ts";

export const webhookTag: Tag = {
  name: "Webhooks",
  description:
    "A subscription sends the events of an account to your endpoint. Each event is delivered as a signed " +
    "`POST`, at least once and in no guaranteed order, until it is acknowledged with a 2xx or ten retries over " +
    "about three days have failed. A managing account's subscription also gets events of the accounts it manages.",
};
