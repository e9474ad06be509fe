import Type from "typebox";
import { discloseEntry } from "../../audit/index.ts";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import type { UserId } from "../../kernel/id.ts";
import { addMs, formatInstant, parseInstant } from "../../kernel/instant.ts";
import { findNoticesReadAt, findUser, findUserNames, listNotices, readNotices } from "../../users/index.ts";
import { consoleCommand, consolePath, consoleRead } from "../console-route.ts";
import { AuditEntrySchema, presentEntries } from "../operations/audit-response.ts";
import { pageOf } from "../work/work-response.ts";
import { selectMentions, workKinds } from "../work/work-store.ts";
import { membershipOf, type UsersConsole } from "./users-console.ts";

/** What admins are notified of: changes of access and credentials; and the notes that mention an operator. */
export function noticeRoutes(users: UsersConsole): readonly Route[] {
  return [listRoute(users), readRoute(users)];
}

const path = `${consolePath}/me/notices`;

const NoticeSchema = named(
  "ConsoleNotice",
  Type.Object({
    entry: AuditEntrySchema,
    subject_name: nullableString({ description: "Name of the user that the change concerns." }),
    is_unread: Type.Boolean(),
  }),
);

const MentionSchema = named(
  "ConsoleMention",
  Type.Object({
    kind: Type.Enum([...workKinds]),
    path: Type.String({ description: "Path of the item's console page, below `/console`." }),
    author_name: nullableString(),
    at: DateTimeSchema,
    text: Type.String(),
    is_unread: Type.Boolean(),
  }),
);

const maxMentions = 100;
const shownMs = 30 * 24 * 60 * 60_000;

function listRoute({ database, clock }: UsersConsole): Route {
  return consoleRead(`GET ${path}`, {
    operationId: "listNotices",
    summary: "List your notices",
    description:
      "Changes of access and credentials in the last 30 days, for the admins of a tenant and for operator admins. At " +
      "most 100. For operators also the notes that mention them.",
    access: { permission: "self" },
    response: {
      description: "Newest first.",
      schema: named(
        "ConsoleNotices",
        Type.Object({ notices: Type.Array(NoticeSchema), mentions: Type.Array(MentionSchema) }),
      ),
    },
    handle: async (request) => {
      const { userId } = membershipOf(request);
      const notices = await listNotices(database, clock, userId);
      const isOperator = (await findUser(database, { id: userId }))?.operatorRole !== undefined;
      const entries = notices.map(({ entry }) => (isOperator ? entry : discloseEntry(entry)));
      const names = await findUserNames(
        database,
        entries.map(({ subject }) => subject.id as UserId),
      );
      const shown = await presentEntries(database, entries, isOperator ? "operators" : "members");
      return {
        notices: shown.map((entry, index) => ({
          entry,
          subject_name: names.get(entry.subject_id as UserId)?.name ?? null,
          is_unread: notices[index]?.isUnread === true,
        })),
        mentions: isOperator ? await mentionsOf(database, clock, userId) : [],
      };
    },
  });
}

async function mentionsOf(database: UsersConsole["database"], clock: UsersConsole["clock"], userId: UserId) {
  const since = addMs(clock.now(), -shownMs);
  const mentions = await selectMentions(database, { userId, since, limit: maxMentions });
  const readAt = await findNoticesReadAt(database, userId);
  const authors = await findUserNames(database, [...new Set(mentions.map(({ authorId }) => authorId))]);
  return mentions.map(({ kind, objectId, authorId, at, text }) => ({
    kind,
    path: pageOf({ kind, objectId }),
    author_name: authors.get(authorId)?.name ?? null,
    at: formatInstant(at),
    text,
    is_unread: at > readAt,
  }));
}

const ReadBody = strictObject({ until: DateTimeSchema });

function readRoute(users: UsersConsole): Route {
  return consoleCommand(`POST ${path}/read`, {
    operationId: "readNotices",
    summary: "Mark your notices as read",
    description: "Those up to the given time.",
    access: { permission: "self" },
    body: { schema: ReadBody },
    response: { status: 204, description: "They are read." },
    handle: async (request) => {
      const { userId, cause } = membershipOf(request);
      const until = parseInstant(request.body.until);
      assert(until !== undefined, "the schema validated it");
      await users.database.transaction((tx) => readNotices(users, tx, { userId, until, cause }));
    },
  });
}
