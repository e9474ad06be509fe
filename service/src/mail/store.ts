import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { Id } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";

export type MailId = Id<"mail">;

export const mailStates = ["queued", "sent", "refused", "dropped"] as const;
export type MailState = (typeof mailStates)[number];

/** An email without its content. */
export interface StoredMail {
  readonly id: MailId;
  readonly key: string;
  readonly kind: string;
  readonly state: MailState;
  readonly attempts: number;
  readonly lastError: string | undefined;
  readonly createdAt: Instant;
  readonly endedAt: Instant | undefined;
}

const columns = `id, key, kind, state, attempts, last_error, created_at, ended_at`;

// Index: mails_by_key.
const insertAll = statement<{ readonly id: MailId }>(`
  INSERT INTO mails (id, key, kind, content, state, created_at)
  SELECT id, key, kind, content, 'queued', $5::timestamptz
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) AS mail (id, key, kind, content)
  ON CONFLICT (key) DO NOTHING
  RETURNING id`);

/** Returns the ids of those whose key is new. */
export async function insertMails(
  tx: Transaction,
  mails: readonly (Pick<StoredMail, "id" | "key" | "kind"> & { readonly content: Buffer })[],
  now: Instant,
): Promise<readonly MailId[]> {
  const rows = await tx.rows(insertAll, [
    mails.map(({ id }) => id),
    mails.map(({ key }) => key),
    mails.map(({ kind }) => kind),
    mails.map(({ content }) => content),
    formatInstant(now),
  ]);
  return rows.map(({ id }) => id);
}

// Primary key.
const findQueued = statement<StoredMail & { readonly content: Buffer | undefined }>(
  `SELECT ${columns}, content FROM mails WHERE id = $1 AND state = 'queued'`,
);

export async function selectQueuedMail(
  session: Session,
  id: MailId,
): Promise<(StoredMail & { readonly content: Buffer }) | undefined> {
  const mail = await session.first(findQueued, [id]);
  if (mail === undefined) return undefined;
  const { content } = mail;
  assert(content !== undefined, "a queued email has its content");
  return { ...mail, content };
}

// Primary key.
const updateFailed = statement(
  `UPDATE mails SET attempts = attempts + 1, last_error = $2 WHERE id = $1 AND state = 'queued'`,
);

export async function noteFailure(session: Session, id: MailId, error: string): Promise<void> {
  await session.run(updateFailed, [id, error]);
}

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

// By the primary key, backwards. Index for what is queued: mails_queued.
const listNewest = statement<StoredMail>(`
  SELECT ${columns} FROM mails
   WHERE ($1::text IS NULL OR state = $1) AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`);

/** Newest first. */
export function selectMails(
  session: Session,
  page: {
    readonly state: MailState | undefined;
    readonly before: MailId | undefined;
    readonly limit: number;
  },
): Promise<readonly StoredMail[]> {
  return session.rows(listNewest, [page.state, page.before, page.limit]);
}

// Index: mails_queued.
const dropOld = statement(`
  UPDATE mails SET state = 'dropped', content = NULL, ended_at = $2::timestamptz
   WHERE id IN (SELECT id FROM mails WHERE state = 'queued' AND created_at < $1::timestamptz LIMIT $3)`);
// Index: mails_by_end.
const deleteOld = statement(
  `DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE state <> 'queued' AND ended_at < $1::timestamptz LIMIT $2)`,
);

export async function dropMailsBefore(
  session: Session,
  before: Instant,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<void> {
  await session.run(dropOld, [formatInstant(before), formatInstant(now), limit]);
}

export async function deleteMailsBefore(session: Session, before: Instant, limit: number): Promise<void> {
  await session.run(deleteOld, [formatInstant(before), limit]);
}
