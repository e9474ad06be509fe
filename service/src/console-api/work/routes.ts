import Type from "typebox";
import { auditChange } from "../../audit/index.ts";
import { causeOf, type Route, sessionUserOf } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import type { UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant, parseInstant } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findActiveOperators } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleCommand, consoleRead } from "../console-route.ts";
import { similarRoute } from "./similar-route.ts";
import { itemPath, keyOf, workPath } from "./work-key.ts";
import {
  pageOf,
  presentState,
  presentWork,
  type WorkItem,
  WorkItemSchema,
  WorkStateSchema,
} from "./work-response.ts";
import {
  appendNote,
  selectQueue,
  selectStates,
  type WorkKey,
  workKinds,
  writeAssignment,
} from "./work-store.ts";

/** Items of a queue that are read, the oldest first. */
const maxOfQueue = 200;
const maxOperators = 200;
const maxNotes = 500;

/** The queues of operators as one list, and who works on what. */
export function workRoutes(deps: ConsoleDeps): readonly Route[] {
  return [
    listRoute(deps),
    operatorsRoute(deps),
    showRoute(deps),
    similarRoute(deps),
    assignRoute(deps),
    noteRoute(deps),
  ];
}

const ListSchema = named(
  "ConsoleWork",
  Type.Object({
    items: Type.Array(WorkItemSchema, { description: `At most ${maxOfQueue} of each kind.` }),
    is_complete: Type.Boolean(),
  }),
);

function listRoute({ database }: ConsoleDeps): Route {
  return consoleRead(`GET ${workPath}`, {
    operationId: "listWork",
    summary: "List what waits for operators",
    description: "Overdue items first, then those with a due time, then the oldest.",
    access: { permission: "overview.read" },
    response: { description: "The items of all queues.", schema: ListSchema },
    handle: async () => {
      const queues = await Promise.all(
        workKinds.map(async (kind) =>
          (await selectQueue(database, kind, maxOfQueue + 1)).map((item) => ({ kind, ...item })),
        ),
      );
      const items = queues.flatMap((queue) => queue.slice(0, maxOfQueue));
      const states = await selectStates(
        database,
        items.map(({ kind, id }) => ({ kind, objectId: id })),
      );
      const work = await presentWork(database, items, states);
      return {
        items: work.toSorted(byUrgency),
        is_complete: queues.every((queue) => queue.length <= maxOfQueue),
      };
    },
  });
}

/** Timestamps in one format sort as text. */
function byUrgency(left: WorkItem, right: WorkItem): number {
  if (left.due_at !== right.due_at) {
    if (left.due_at === null) return 1;
    if (right.due_at === null) return -1;
    return left.due_at < right.due_at ? -1 : 1;
  }
  return left.since < right.since ? -1 : 1;
}

function operatorsRoute({ database }: ConsoleDeps): Route {
  return consoleRead(`GET ${workPath}/operators`, {
    operationId: "listWorkOperators",
    summary: "List the operators that work can be assigned to",
    access: { permission: "overview.read" },
    response: {
      description: "By name.",
      schema: named(
        "ConsoleWorkOperators",
        Type.Object({ operators: Type.Array(Type.Object({ id: IdSchema, name: Type.String() })) }),
      ),
    },
    handle: async () => ({ operators: await findActiveOperators(database, { limit: maxOperators }) }),
  });
}

function showRoute(deps: ConsoleDeps): Route {
  return consoleRead(`GET ${itemPath}`, {
    operationId: "getWork",
    summary: "Get who works on an item, and its notes",
    access: { permission: "overview.read" },
    response: { description: "The state of the work, and the next item.", schema: WorkStateSchema },
    refusals: ["not_found"],
    handle: async (request) => show(deps, await keyOf(deps, request)),
  });
}

const AssignmentSchema = strictObject({
  assignee_id: Type.Optional(Type.Union([Type.Null(), IdSchema])),
  due_at: Type.Optional(Type.Union([Type.Null(), DateTimeSchema])),
});

function assignRoute(deps: ConsoleDeps): Route {
  return consoleCommand(`PUT ${itemPath}`, {
    operationId: "assignWork",
    summary: "Assign an item, and set when it is due",
    description: "What is not sent is left unchanged; null removes it.",
    access: { permission: "work.write" },
    body: { schema: AssignmentSchema },
    response: { description: "The state of the work.", schema: WorkStateSchema },
    refusals: ["not_found"],
    handle: async (request) => {
      const key = await keyOf(deps, request);
      const { assignee_id, due_at } = request.body;
      const dueAt = typeof due_at === "string" ? readTime(due_at) : due_at;
      const assigneeId = assignee_id as UserId | null | undefined;
      const [state] = await selectStates(deps.database, [key]);
      // An assignee who is no operator any more stays until the item is assigned to another one.
      const isNew = typeof assigneeId === "string" && assigneeId !== state?.assigneeId;
      await requireOperators(deps, "/assignee_id", isNew ? [assigneeId] : []);
      await deps.database.transaction(async (tx) => {
        await writeAssignment(tx, { ...key, assigneeId, dueAt }, deps.clock.now());
        await auditChange(deps, tx, {
          cause: causeOf(request),
          action: "work_item.assign",
          type: key.kind,
          of: { ...platform, id: key.objectId },
          after: { assignee_id, due_at },
        });
      });
      return show(deps, key);
    },
  });
}

const NoteSchema = strictObject({
  text: Type.String({ minLength: 1, maxLength: 4_000, pattern: "\\S" }),
  mentions: Type.Optional(Type.Array(IdSchema, { maxItems: 20, uniqueItems: true })),
});

function noteRoute(deps: ConsoleDeps): Route {
  return consoleCommand(`POST ${itemPath}/notes`, {
    operationId: "addWorkNote",
    summary: "Add a note to an item",
    access: { permission: "work.write" },
    body: { schema: NoteSchema },
    response: { status: 201, description: "The state of the work.", schema: WorkStateSchema },
    refusals: ["not_found", "conflict"],
    handle: async (request) => {
      const key = await keyOf(deps, request);
      const { text, mentions = [] } = request.body;
      await requireOperators(deps, "/mentions", mentions as UserId[]);
      const note = {
        author_id: sessionUserOf(request).userId,
        at: formatInstant(deps.clock.now()),
        text,
        mentions: mentions as UserId[],
      };
      await deps.database.transaction(async (tx) => {
        const [state] = await selectStates(tx, [key]);
        if ((state?.notes.length ?? 0) >= maxNotes)
          throw new RefusalError(refuse("conflict", `an item has at most ${maxNotes} notes`));
        await appendNote(tx, key, note);
        // The text may name someone: it stays with the item.
        await auditChange(deps, tx, {
          cause: causeOf(request),
          action: "work_item.add_note",
          type: key.kind,
          of: { ...platform, id: key.objectId },
          after: { mentions: mentions.join(" ") },
        });
      });
      return show(deps, key);
    },
  });
}

const platform = { tenantId: undefined, network: undefined } as const;

async function show({ database }: ConsoleDeps, key: WorkKey) {
  const [[state], queue] = await Promise.all([
    selectStates(database, [key]),
    selectQueue(database, key.kind, maxOfQueue),
  ]);
  const place = queue.findIndex(({ id }) => id === key.objectId);
  const others = [...queue.slice(place + 1), ...queue.slice(0, Math.max(place, 0))];
  const [next] = others;
  return {
    ...(await presentState(database, state)),
    next: next === undefined ? null : pageOf({ kind: key.kind, objectId: next.id }),
    waiting: queue.length,
  };
}

async function requireOperators(
  { database }: ConsoleDeps,
  pointer: string,
  ids: readonly UserId[],
): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await findActiveOperators(database, { limit: maxOperators })).map(({ id }) => id));
  if (ids.every((id) => known.has(id))) return;
  const detail = "must be an operator";
  throw new RefusalError(
    refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] }),
  );
}

function readTime(text: string): Instant {
  const instant = parseInstant(text);
  if (instant !== undefined) return instant;
  const detail = "must be a valid RFC 3339 date and time with an offset";
  throw new RefusalError(
    refuse("validation_failed", `/due_at ${detail}`, { errors: [{ pointer: "/due_at", detail }] }),
  );
}
