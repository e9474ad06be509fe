import type { Session } from "../db/database.ts";
import { list } from "../db/list.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import { assert } from "../kernel/assert.ts";
import type { Id } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { mails } from "./tables.ts";

export type MailId = Id<"mail">;

export const mailStates = ["queued", "sent", "refused", "dropped"] as const;
export type MailState = (typeof mailStates)[number];

/** An email without its content. */
export type StoredMail = Omit<RowOf<typeof mails>, "content">;

/** Returns the ids of those whose key is new. Index: mails_by_key. */
export const insertMails = mails.insertMany({
  except: ["attempts", "lastError", "endedAt"],
  onConflict: "(key) DO NOTHING",
  returning: ["id"],
});

const selectQueued = mails.one({ by: ["id"], where: "state = 'queued'" });

export async function selectQueuedMail(
  session: Session,
  id: MailId,
): Promise<(StoredMail & { readonly content: Buffer }) | undefined> {
  const mail = await selectQueued(session, { id });
  if (mail === undefined) return undefined;
  const { content } = mail;
  assert(content !== undefined, "a queued email has its content");
  return { ...mail, content };
}

export const noteFailure = mails.update({
  by: ["id"],
  where: "state = 'queued'",
  set: ["lastError"],
  setText: "attempts = attempts + 1",
});

// Primary key.
const updateEnded = statement(`
  UPDATE mails SET state = $2, content = NULL, ended_at = $3::timestamptz,
                   attempts = attempts + CASE WHEN $2 = 'dropped' THEN 0 ELSE 1 END
   WHERE id = $1 AND state = 'queued'`);

/** Removes the content. */
export async function endMail(
  session: Session,
  id: MailId,
  { state, now }: { readonly state: Exclude<MailState, "queued">; readonly now: Instant },
): Promise<void> {
  await session.run(updateEnded, [id, state, formatInstant(now)]);
}

/** Newest first. By the primary key, backwards. */
export const mailList = list<StoredMail, { readonly state?: MailState | undefined }>({
  from: mails,
  columns: "id, key, kind, state, attempts, last_error, created_at, ended_at",
  filters: { state: "state" },
});

// Index: mails_queued.
const dropOld = statement(`
  UPDATE mails SET state = 'dropped', content = NULL, ended_at = $2::timestamptz
   WHERE id IN (SELECT id FROM mails WHERE state = 'queued' AND created_at < $1::timestamptz LIMIT $3)`);

export async function dropMailsBefore(
  session: Session,
  before: Instant,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<void> {
  await session.run(dropOld, [formatInstant(before), formatInstant(now), limit]);
}

/** Index: mails_by_end. */
export const deleteMails = mails.remove({ by: ["endedAt <"], where: "state <> 'queued'", limit: true });
