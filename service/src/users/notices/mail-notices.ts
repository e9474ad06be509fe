import { findTenantNames } from "../../accounts/index.ts";
import { type AuditSink, findEntry, noticeActions, type RecordedEntry } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import { defineJob, type JobDefinition, type JobQueue, type NewJob } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { parseId, type UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant, parseInstant } from "../../kernel/instant.ts";
import { consoleAddress } from "../invitations/join-link.ts";
import type { MailDeps } from "../mail/mail-link.ts";
import type { Mail } from "../mail/mailer.ts";
import { selectNames } from "../names-store.ts";
import { selectUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { noticeWords } from "./notice-words.ts";
import { selectAdmins } from "./store.ts";

const mailNoticeKind = "users.mail-notice";
/** After a long failure of the mail server, older notices are only in the console. */
const mailedMs = 24 * 60 * 60_000;

/** Takes sealed entries of the audit log, and enqueues an email to each admin, and to the user that a change concerns. */
export function createNoticeSink(
  deps: Pick<UsersDeps, "database" | "clock"> & { readonly jobQueue: JobQueue },
): AuditSink {
  const { database, clock, jobQueue } = deps;
  return {
    send: async (exported) => {
      const oldest = clock.now() - mailedMs;
      const notices = exported.flatMap(({ entry }) =>
        actionOf(entry) !== undefined && entry.at > oldest ? [entry] : [],
      );
      if (notices.length === 0) return;
      await database.transaction(async (tx) => {
        const jobs: NewJob[] = [];
        for (const entry of notices) {
          for (const userId of await recipientsOf(tx, entry)) jobs.push(jobFor(entry, userId));
        }
        await jobQueue.enqueueAll(tx, jobs);
      });
    },
  };
}

function actionOf({ action }: RecordedEntry): (typeof noticeActions)[number] | undefined {
  return noticeActions.find((known) => known === action);
}

async function recipientsOf(session: Session, entry: RecordedEntry): Promise<ReadonlySet<UserId>> {
  const { tenantId, subject } = entry;
  const concerned = ["user", "member"].includes(subject.type) ? parseId<"user">(subject.id) : undefined;
  return new Set([
    ...(await selectAdmins(session, tenantId)),
    ...(concerned === undefined ? [] : [concerned]),
  ]);
}

function jobFor({ id, at, tenantId }: RecordedEntry, userId: UserId): NewJob {
  const payload = { user_id: userId, tenant_id: tenantId ?? null, entry_id: id, at: formatInstant(at) };
  return { kind: mailNoticeKind, payload, dedupeKey: `${id} ${userId}` };
}

/** Sends one notice to one user. */
export function mailNoticeJob(deps: MailDeps): JobDefinition {
  return defineJob({
    kind: mailNoticeKind,
    parse: readPayload,
    handle: async ({ job: { payload }, signal }) => {
      const entry = await findEntry(deps.database, payload);
      const user = await selectUser(deps.database, payload.userId);
      const action = entry && actionOf(entry);
      if (entry === undefined || user === undefined || action === undefined) return;
      const mail: Mail = {
        id: `${entry.id}.${user.id}`,
        to: user.email,
        subject: `Florin: ${noticeWords[action]}`,
        text: await textOf(deps, entry, `${noticeWords[action]}.`),
        sentAt: deps.clock.now(),
      };
      if ((await deps.mailer.send(mail, signal)) === "rejected") deps.onRejected(mail);
    },
  });
}

interface NoticePayload {
  readonly userId: UserId;
  readonly tenantId: RecordedEntry["tenantId"];
  readonly id: string;
  readonly at: Instant;
}

function readPayload(payload: Json): NoticePayload {
  assert(typeof payload === "object" && payload !== null && !Array.isArray(payload), "it is an object");
  const { user_id, tenant_id, entry_id, at } = payload as Readonly<Record<string, Json>>;
  assert(typeof user_id === "string" && typeof at === "string", "it has a user and a time");
  assert(typeof entry_id === "string", "it has an entry");
  const userId = parseId<"user">(user_id);
  const instant = parseInstant(at);
  assert(userId !== undefined && instant !== undefined, "it has a user and a time");
  const tenantId = typeof tenant_id === "string" ? parseId<"tenant">(tenant_id) : undefined;
  return { userId, tenantId, id: entry_id, at: instant };
}

/** Members of a tenant don't learn which operator did something. */
async function textOf(
  { database, baseUrl }: MailDeps,
  { at, actor, tenantId, subject, after }: RecordedEntry,
  sentence: string,
): Promise<string> {
  const ids = [actor.type === "user" ? actor.id : undefined, parseId<"user">(subject.id)];
  const names = await selectNames(
    database,
    ids.flatMap((id) => id ?? []),
  );
  const user = actor.type === "user" ? names.get(actor.id) : undefined;
  const isHidden = tenantId !== undefined && user?.isOperator === true;
  const [tenant] = await findTenantNames(database, tenantId === undefined ? [] : [tenantId]);
  const lines = [
    sentence,
    "",
    `Time: ${formatInstant(at)}`,
    `By: ${isHidden ? "operator" : (user?.name ?? actor.type)}`,
    `Subject: ${names.get(subject.id as UserId)?.name ?? `${subject.type} ${subject.id}`}`,
    `Account: ${tenant?.name ?? "this Florin instance"}`,
    ...shownFields.flatMap((name) => (after?.[name] === undefined ? [] : [`${name}: ${after[name]}`])),
    "",
    `If you did not expect this, look at your notices: ${consoleAddress(baseUrl)}me/notices`,
    "",
  ];
  return lines.join("\n");
}

const shownFields = ["kind", "role", "operator_role", "forgets_factors", "name", "scopes"] as const;
