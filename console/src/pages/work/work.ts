import { get, type ResponseBody } from "../../api/client.ts";

export type WorkItem = ResponseBody<"/console/api/work-items">["items"][number];
export type WorkKind = WorkItem["kind"];
export type WorkState = ResponseBody<"/console/api/work-items/{kind}/{object_id}">;
export type Operator = ResponseBody<"/console/api/work-items/operators">["operators"][number];

type QueryContext = { readonly signal: AbortSignal };

export const workQuery = {
  queryKey: ["work"],
  queryFn: ({ signal }: QueryContext) => get("/console/api/work-items", { signal }),
};

export const operatorsQuery = {
  queryKey: ["work", "operators"],
  queryFn: ({ signal }: QueryContext) => get("/console/api/work-items/operators", { signal }),
};

export function workStateQuery(kind: WorkKind, id: string) {
  return {
    queryKey: ["work", kind, id],
    queryFn: ({ signal }: QueryContext) =>
      get("/console/api/work-items/{kind}/{object_id}", {
        params: { path: { kind, object_id: id } },
        signal,
      }),
  };
}

export const kindWords: Readonly<Record<WorkKind, string>> = {
  review: "Review",
  held_transfer: "Held transfer",
  held_deposit: "Held deposit",
  failed_refund: "Failed refund",
  suspense: "Suspense",
  claim: "Claim",
  approval: "Approval",
  bank_item: "Bank exception",
};

/** Tabs of the work list. */
export type WorkView = "all" | "mine" | "unassigned" | "overdue";

export function inView(item: WorkItem, view: WorkView, userId: string, nowMs: number): boolean {
  switch (view) {
    case "all":
      return true;
    case "mine":
      return item.assignee?.id === userId;
    case "unassigned":
      return item.assignee === null;
    case "overdue":
      return item.due_at !== null && new Date(item.due_at).getTime() < nowMs;
  }
}

/** Options of the assignee: the operators, and the present assignee, who may be one no longer. */
export function assigneeOptions(
  assignee: WorkState["assignee"],
  operators: readonly Operator[],
): { readonly value: string; readonly label: string }[] {
  const isOperator = assignee === null || operators.some(({ id }) => id === assignee.id);
  return [
    { value: "", label: "Not assigned" },
    ...operators.map(({ id, name }) => ({ value: id, label: name })),
    ...(isOperator ? [] : [{ value: assignee.id, label: assignee.name ?? assignee.id }]),
  ];
}

/** Users whose names follow an @ in a note. */
export function mentionsIn(text: string, operators: readonly Operator[]): readonly string[] {
  return operators.filter(({ name }) => name !== "" && text.includes(`@${name}`)).map(({ id }) => id);
}

/** A due time as its field shows it, in the user's time zone, without seconds. */
export function dueField(dueAt: string | null): string {
  if (dueAt === null) return "";
  const moment = new Date(dueAt);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

interface EnteredField {
  readonly value: string;
  readonly validity: { readonly badInput: boolean };
}

/** The due time in a field, null if it was emptied; undefined if it is incomplete or unchanged. */
export function enteredDue(
  { value, validity }: EnteredField,
  before: string | null,
): string | null | undefined {
  if (validity.badInput || value === dueField(before)) return undefined;
  return value === "" ? null : new Date(value).toISOString();
}
