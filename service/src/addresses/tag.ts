import type { Tag } from "../http/route.ts";

/** Section of the API reference. */
export const tag: Tag = {
  name: "Addresses",
  description:
    "Sources and destinations of value: custodial addresses, and external addresses on chains and at banks.",
};
