import { type AuditSink, type RecordedEntry, selectNoticeAction } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { JobQueue, NewJob } from "../../jobs/index.ts";
import { addressGroup } from "../../kernel/address-group.ts";
import { parseId, type UserId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { selectBrowser } from "../sessions/store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { mailNoticeKind, mailWordsOf, mentionedUsers } from "./mail-notices.ts";
import { rememberDevice, selectAdmins } from "./store.ts";

/** After a long failure of the mail server, older notices are only in the console. */
const mailedMs = 24 * 60 * 60_000;

/**
 * Takes sealed entries of the audit log, and enqueues emails: of changes of access to each admin and to the user that
 * they concern, of changes of credentials to their user alone, and of notes to the users that they mention.
 */
export function createNoticeSink(
  deps: Pick<UsersDeps, "database" | "clock"> & { readonly jobQueue: JobQueue },
): AuditSink {
  const { database, clock, jobQueue } = deps;
  return {
    send: async (exported) => {
      const oldest = clock.now() - mailedMs;
      const entries = exported.flatMap(({ entry }) =>
        mailWordsOf(entry) !== undefined && entry.at > oldest ? [entry] : [],
      );
      if (entries.length === 0) return;
      await database.transaction(async (tx) => {
        const jobs: NewJob[] = [];
        for (const entry of entries) {
          for (const userId of await recipientsOf(tx, entry)) jobs.push(jobFor(entry, userId));
        }
        await jobQueue.enqueueAll(tx, jobs);
      });
    },
  };
}

async function recipientsOf(tx: Transaction, entry: RecordedEntry): Promise<ReadonlySet<UserId>> {
  const { tenantId, action } = entry;
  const concerned = concernedUser(entry);
  const own = concerned === undefined ? [] : [concerned];
  if (action === "user.sign_in") {
    return new Set(concerned !== undefined && (await isFromNewDevice(tx, entry, concerned)) ? own : []);
  }
  const isNotice = selectNoticeAction(action) !== undefined;
  return new Set([...(isNotice ? await selectAdmins(tx, tenantId) : []), ...own, ...mentionedUsers(entry)]);
}

function concernedUser({ subject, before, after }: RecordedEntry): UserId | undefined {
  if (subject.type === "user" || subject.type === "member") return parseId<"user">(subject.id);
  const owner = subject.type === "passkey" ? (after?.["user"] ?? before?.["user"]) : undefined;
  return typeof owner === "string" ? parseId<"user">(owner) : undefined;
}

async function isFromNewDevice(
  tx: Transaction,
  { at, after }: RecordedEntry,
  userId: UserId,
): Promise<boolean> {
  const text = after?.["session"];
  const id = typeof text === "string" ? parseId<"console-session">(text) : undefined;
  const browser = id && (await selectBrowser(tx, { id }));
  if (browser === undefined) return false;
  const { userAgent, clientAddress } = browser;
  return rememberDevice(tx, userId, { userAgent, network: addressGroup(clientAddress), seenAt: at });
}

function jobFor({ id, at, tenantId }: RecordedEntry, userId: UserId): NewJob {
  const payload = { user_id: userId, tenant_id: tenantId ?? null, entry_id: id, at: formatInstant(at) };
  return { kind: mailNoticeKind, payload, dedupeKey: `${id} ${userId}` };
}
