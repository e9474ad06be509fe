import { type RewrapDeps, type RewrapOptions, rewrapInBatches } from "../accounts/index.ts";
import { sealedTable } from "../db/sealed-table.ts";
import { contextOf } from "./queue-mails.ts";
import type { MailId } from "./store.ts";

const contents = sealedTable<{ readonly id: MailId }>({
  name: "mails",
  column: "content",
  key: ["id"],
  contextOf: ({ id }) => contextOf(id),
});

/** Rewraps queued emails with the current master key; returns how many it changed. */
export function rewrapMails(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  return rewrapInBatches(deps, contents, options);
}
