import Type, { type Static } from "typebox";
import type { Session } from "../../db/database.ts";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { networks, type UserId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { findUserNames } from "../../users/index.ts";
import { type QueuedItem, type WorkKey, type WorkKind, type WorkState, workKinds } from "./work-store.ts";

const UserSchema = Type.Object({ id: IdSchema, name: nullableString() });

export const WorkItemSchema = named(
  "ConsoleWorkItem",
  Type.Object({
    kind: Type.Enum([...workKinds]),
    id: IdSchema,
    tenant_id: nullableString({ description: "Null for items of the platform." }),
    network: Type.Enum([...networks]),
    title: nullableString({ description: "A name, or the reason why it waits." }),
    amount: Type.Union([Type.Null(), Type.Object({ value: Type.String(), currency: Type.String() })]),
    since: DateTimeSchema,
    assignee: Type.Union([Type.Null(), UserSchema]),
    due_at: nullableString({ format: "date-time" }),
    notes: Type.Integer(),
    path: Type.String({ description: "Path of its console page, below `/console`." }),
  }),
);

export const WorkStateSchema = named(
  "ConsoleWorkState",
  Type.Object({
    assignee: Type.Union([Type.Null(), UserSchema]),
    due_at: nullableString({ format: "date-time" }),
    notes: Type.Array(
      Type.Object({
        author: UserSchema,
        at: DateTimeSchema,
        text: Type.String(),
        mentions: Type.Array(UserSchema),
      }),
      { description: "Oldest first." },
    ),
    next: nullableString({ description: "Page of the next item in this queue; null if there is none." }),
    waiting: Type.Integer({ description: "Items in this queue, up to a limit." }),
  }),
);

const pages: Readonly<Record<WorkKind, (id: string) => string>> = {
  review: (id) => `/ops/reviews/${id}`,
  held_transfer: (id) => `/ops/held/transfers/${id}`,
  held_deposit: (id) => `/ops/held?tab=deposits&item=${id}`,
  failed_refund: (id) => `/ops/held?tab=owed&item=${id}`,
  suspense: (id) => `/ops/suspense/${id}`,
  claim: (id) => `/ops/claims/${id}`,
  approval: (id) => `/ops/approvals/${id}`,
  bank_item: (id) => `/ops/rails?item=${id}`,
};

export function pageOf({ kind, objectId }: WorkKey): string {
  return pages[kind](objectId);
}

export type WorkItem = Static<typeof WorkItemSchema>;

interface QueuedWork extends QueuedItem {
  readonly kind: WorkKind;
}

export async function presentWork(
  session: Session,
  items: readonly QueuedWork[],
  states: readonly WorkState[],
): Promise<readonly WorkItem[]> {
  const byKey = new Map(states.map((state) => [`${state.kind} ${state.objectId}`, state]));
  const names = await namesOf(session, states);
  return items.map((item) => {
    const { kind, id, units, scale, currency } = item;
    const state = byKey.get(`${kind} ${id}`);
    const amount =
      units === undefined || currency === undefined
        ? undefined
        : { value: { units, asset: { code: currency, scale: scale ?? 0 } }, currency };
    return present(WorkItemSchema, {
      ...item,
      amount,
      assignee: state?.assigneeId && names(state.assigneeId),
      dueAt: state?.dueAt,
      notes: state?.notes.length ?? 0,
      path: pageOf({ kind, objectId: id }),
    });
  });
}

export async function presentState(
  session: Session,
  state: WorkState | undefined,
): Promise<Omit<Static<typeof WorkStateSchema>, "next" | "waiting">> {
  if (state === undefined) return { assignee: null, due_at: null, notes: [] };
  const names = await namesOf(session, [state]);
  return {
    assignee: state.assigneeId === undefined ? null : names(state.assigneeId),
    due_at: state.dueAt === undefined ? null : formatInstant(state.dueAt),
    notes: state.notes.map(({ author_id, at, text, mentions }) => ({
      author: names(author_id),
      at,
      text,
      mentions: mentions.map(names),
    })),
  };
}

async function namesOf(session: Session, states: readonly WorkState[]) {
  const ids = states.flatMap(({ assigneeId, notes }) => [
    ...(assigneeId === undefined ? [] : [assigneeId]),
    ...notes.flatMap(({ author_id, mentions }) => [author_id, ...mentions]),
  ]);
  const found = await findUserNames(session, [...new Set(ids)]);
  return (id: UserId) => ({ id, name: found.get(id)?.name ?? null });
}
