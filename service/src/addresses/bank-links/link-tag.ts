import type { Tag } from "../../http/route.ts";

/** Section of the API reference. */
export const linkTag: Tag = {
  name: "Bank links",
  description:
    "A bank account can be debited once its owner has proven ownership: by picking it on a page, or by confirming " +
    "the amounts of two micro deposits. Tokens are valid for 30 minutes and can be used once.",
};
