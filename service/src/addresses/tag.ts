import type { Tag } from "../http/route.ts";

/** The chapter of the reference. */
export const tag: Tag = {
  name: "Addresses",
  description:
    "Where value comes from and goes to: custodial addresses, and those of others on chains and at banks.",
};
