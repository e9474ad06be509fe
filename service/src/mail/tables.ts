import { integer, optional, sealed, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import { mailContext } from "./mailer.ts";
import type { MailId, MailState } from "./store.ts";

/** Emails to console users. */
export const mails = table({
  name: "mails",
  owner: "mail",
  place: "coordinator",
  key: ["id"],
  columns: {
    id: text<MailId>(),
    key: text(),
    kind: text(),
    /** Until it was sent. */
    content: optional(sealed(mailContext)),
    state: text<MailState>(),
    attempts: integer(),
    lastError: optional(text()),
    createdAt: timestamptz(),
    endedAt: optional(timestamptz()),
  },
});
