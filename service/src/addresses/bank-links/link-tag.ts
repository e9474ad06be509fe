import type { Tag } from "../../http/route.ts";

/** The chapter of the reference. */
export const linkTag: Tag = {
  name: "Bank links",
  description:
    "A bank account can be debited once its owner has shown that it is theirs: at a page where they pick it, or by the " +
    "amounts of two micro deposits. Tokens live 30 minutes and are good for one use.",
};
