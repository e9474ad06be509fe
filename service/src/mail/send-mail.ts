import type { Database, Session } from "../db/database.ts";
import { defineJob, type JobDefinition } from "../jobs/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Json } from "../kernel/canonical-json.ts";
import { type KeyRing, open } from "../kernel/envelope.ts";
import { parseId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { type Mail, type Mailer, mailContext } from "./mailer.ts";
import { sendMailKind } from "./queue-mails.ts";
import { endMail, type MailId, noteFailure, type StoredMail, selectQueuedMail } from "./store.ts";

export interface SendMailDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyRing: KeyRing;
  readonly mailer: Mailer;
  /** False for an email whose reason has gone, such as a revoked link. */
  readonly isDue: (session: Session, mail: StoredMail) => Promise<boolean>;
  /** The server refuses the recipient. */
  readonly onRefused: (mail: StoredMail) => void;
}

/** About seven hours in all: greylisting and a restart of the mail server end earlier. */
const maxAttempts = 18;
const backoff = { firstMs: 1_000, maxMs: 60 * 60_000 };
const timeoutMs = 90_000;

/**
 * Sends one email. If it is not known whether the mail server took it, the same email is sent again, with the same
 * Message-ID.
 */
export function sendMailJob(deps: SendMailDeps): JobDefinition {
  const { database, clock, keyRing, mailer } = deps;
  return defineJob({
    kind: sendMailKind,
    parse: readMailId,
    maxAttempts,
    backoff,
    timeoutMs,
    handle: async ({ job: { payload: id }, signal, completeIn }) => {
      const mail = await selectQueuedMail(database, id);
      if (mail === undefined) return;
      const isDue = await deps.isDue(database, mail);
      const outcome = isDue ? await attempt(deps, id, () => mailer.send(opened(), signal)) : "dropped";
      const state = ({ accepted: "sent", rejected: "refused", dropped: "dropped" } as const)[outcome];
      await database.transaction(async (tx) => {
        await endMail(tx, id, { state, now: clock.now() });
        await completeIn(tx);
      });
      if (state === "refused") deps.onRefused(mail);

      function opened(): Mail {
        assert(mail !== undefined, "it was found");
        const content: Omit<Mail, "id" | "sentAt"> = JSON.parse(
          open(keyRing, mail.content, mailContext({ id })).toString(),
        );
        return { ...content, id, sentAt: mail.createdAt };
      }
    },
  });
}

async function attempt<T>({ database }: SendMailDeps, id: MailId, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const lastError = error instanceof Error ? error.message.slice(0, 500) : "unknown";
    await noteFailure(database, { id, lastError });
    throw error;
  }
}

function readMailId(payload: Json): MailId {
  const { mail_id: text } = payload as Readonly<Record<string, Json>>;
  const id = typeof text === "string" ? parseId<"mail">(text) : undefined;
  assert(id !== undefined, "it has the id of an email");
  return id;
}
