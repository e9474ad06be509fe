import type { Transaction } from "../db/database.ts";
import type { JobQueue } from "../jobs/index.ts";
import { type KeyRing, seal } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { mailContext } from "./mailer.ts";
import { insertMails } from "./store.ts";
import { type MailContent, renderMail } from "./template.ts";

export const sendMailKind = "mail.send";

/** An email to one recipient. */
export interface NewMail {
  /** The cause and the recipient, by their ids: an email with the same key is queued once. */
  readonly key: string;
  readonly kind: MailKind;
  readonly to: string;
  readonly content: MailContent;
}

export type MailKind = "link" | "notice" | "security" | "approval" | "alert" | "report";

/** Emails exist if and only if the caller's transaction commits. */
export interface MailQueue {
  queue(tx: Transaction, mails: readonly NewMail[]): Promise<void>;
}

export interface MailQueueDeps {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  readonly jobQueue: JobQueue;
}

export function createMailQueue({ clock, newId, keyRing, jobQueue }: MailQueueDeps): MailQueue {
  return {
    queue: async (tx, mails) => {
      if (mails.length === 0) return;
      const createdAt = clock.now();
      const rows = mails.map(({ key, kind, to, content }) => {
        const id = newId<"mail">();
        const plain = Buffer.from(JSON.stringify({ to, ...renderMail(content) }));
        const sealed = seal(keyRing, plain, mailContext({ id }));
        return { id, key, kind, content: sealed, state: "queued" as const, createdAt };
      });
      const queued = await insertMails(tx, rows);
      await jobQueue.enqueueAll(
        tx,
        queued.map(({ id }) => ({ kind: sendMailKind, payload: { mail_id: id }, dedupeKey: id })),
      );
    },
  };
}
