import { findTenantNames } from "../../accounts/index.ts";
import { findEntry, type RecordedEntry, selectNoticeAction } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import { defineJob, type JobDefinition } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { parseId, type UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant, parseInstant } from "../../kernel/instant.ts";
import type { MailContent } from "../../mail/index.ts";
import { consoleAddress } from "../invitations/join-link.ts";
import type { MailDeps } from "../mail/mail-link.ts";
import { selectBrowser } from "../sessions/store.ts";
import { selectNames, selectUser } from "../store.ts";
import { mentionWords, noteAction, noticeWords, type SecurityAction, securityWords } from "./notice-words.ts";

export const mailNoticeKind = "users.mail-notice";

/** What an email says of an entry; undefined if none is sent. Approvals have emails of their own. */
export function mailWordsOf(entry: RecordedEntry): string | undefined {
  const { action } = entry;
  if (action === noteAction) return mentionedUsers(entry).length === 0 ? undefined : mentionWords;
  if (Object.hasOwn(securityWords, action)) return securityWords[action as SecurityAction];
  const notice = selectNoticeAction(action);
  return notice === undefined || notice === "approval.request" ? undefined : noticeWords[notice];
}

/** Users that a note mentions, apart from its author. */
export function mentionedUsers({ action, actor, after }: RecordedEntry): readonly UserId[] {
  const mentions = action === noteAction ? after?.["mentions"] : undefined;
  const ids = typeof mentions === "string" ? mentions.split(" ") : [];
  const authorId = actor.type === "user" ? actor.id : undefined;
  return ids.flatMap((id) => (id === authorId ? [] : (parseId<"user">(id) ?? [])));
}

/** Queues the email of one notice to one user. */
export function mailNoticeJob(deps: MailDeps): JobDefinition {
  return defineJob({
    kind: mailNoticeKind,
    parse: readPayload,
    handle: ({ job: { payload }, completeIn }) =>
      deps.database.transaction(async (tx) => {
        const entry = await findEntry(tx, payload);
        const user = await selectUser(tx, { id: payload.userId });
        const words = entry && mailWordsOf(entry);
        if (entry !== undefined && user !== undefined && words !== undefined) {
          const isSecurity = Object.hasOwn(securityWords, entry.action);
          const content = isSecurity
            ? await securityContent(deps, tx, entry, words)
            : await noticeContent(deps, tx, entry, words);
          const kind = isSecurity ? "security" : "notice";
          await deps.mails.queue(tx, [
            { key: `${kind} ${entry.id} ${user.id}`, kind, to: user.email, content },
          ]);
        }
        await completeIn(tx);
      }),
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
async function noticeContent(
  { baseUrl }: MailDeps,
  session: Session,
  { action, at, actor, tenantId, subject, after }: RecordedEntry,
  words: string,
): Promise<MailContent> {
  const isMention = action === noteAction;
  const ids = [actor.type === "user" ? actor.id : undefined, parseId<"user">(subject.id)];
  const names = await selectNames(
    session,
    ids.flatMap((id) => id ?? []),
  );
  const user = actor.type === "user" ? names.get(actor.id) : undefined;
  const isHidden = tenantId !== undefined && user?.isOperator === true;
  const [tenant] = await findTenantNames(session, tenantId === undefined ? [] : [tenantId]);
  return {
    subject: `Florin: ${words}`,
    paragraphs: [`${words}.`],
    facts: [
      ["Time", formatInstant(at)],
      ["By", isHidden ? "operator" : (user?.name ?? actor.type)],
      ["Subject", names.get(subject.id as UserId)?.name ?? `${subject.type} ${subject.id}`],
      ["Account", tenant?.name ?? "this Florin instance"],
      ...shownFields.flatMap((name) =>
        after?.[name] === undefined ? [] : [[name, `${after[name]}`] as const],
      ),
    ],
    action: { label: "Open your notices", url: `${consoleAddress(baseUrl)}me/notices` },
    footer: isMention
      ? "The note is in the console only."
      : "If you did not expect this, contact another admin.",
  };
}

const shownFields = ["kind", "role", "operator_role", "forgets_factors", "name", "scopes"] as const;

/** To the user whose credentials they are. */
async function securityContent(
  { baseUrl }: MailDeps,
  session: Session,
  { at, after }: RecordedEntry,
  words: string,
): Promise<MailContent> {
  const text = after?.["session"];
  const id = typeof text === "string" ? parseId<"console-session">(text) : undefined;
  const browser = id && (await selectBrowser(session, { id }));
  return {
    subject: `Florin: ${words}`,
    paragraphs: [`${words}.`],
    facts: [
      ["Time", formatInstant(at)],
      ...(browser === undefined
        ? []
        : [
            ["Browser", browser.userAgent || "unknown"] as const,
            ["IP address", browser.clientAddress] as const,
          ]),
    ],
    action: { label: "Review your sign-in methods and sessions", url: `${consoleAddress(baseUrl)}me` },
    footer: "If this was not you, change your password, end all other sessions, and contact your admin.",
  };
}
