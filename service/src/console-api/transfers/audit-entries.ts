import type { RecordedEntry } from "../../audit/index.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { transferStatuses } from "../../transfers/index.ts";
import type { StateEntry, TimelineActor, TimelineEntry } from "./timeline-entry.ts";

/** The audience: a client, who doesn't see sanctions holds, or an operator, who decides on them. */
export type TimelineView = "client" | "operator";

export type KnownUsers = ReadonlyMap<string, { readonly name: string; readonly isOperator: boolean }>;
export type KnownApplications = ReadonlyMap<string, { readonly name: string }>;

interface KnownActors {
  readonly users: KnownUsers;
  readonly applications: KnownApplications;
}

const stateActions: ReadonlySet<string> = new Set(["transfer.create", "transfer.advance"]);
/** Operators' decisions on a transfer with a sanctions hold. */
const reviewActions: ReadonlySet<string> = new Set([
  "transfer.release",
  "transfer.reject",
  "transfer.request_release",
  "transfer.approve_release",
  "transfer.withdraw_release",
]);

/** The states of a transfer and other actions on it, in log order. */
export function auditEntries(
  audit: readonly RecordedEntry[],
  known: KnownActors,
  view: TimelineView,
): readonly TimelineEntry[] {
  return audit.flatMap((entry): readonly TimelineEntry[] => {
    if (stateActions.has(entry.action)) return stateEntry(entry, known, view);
    if (view === "client" && reviewActions.has(entry.action)) return [];
    return [
      {
        type: "audit",
        at: formatInstant(entry.at),
        action: entry.action,
        by: actorOf(entry, known, view),
        reason: textOf(entry.after?.["reason"]),
        request_id: entry.requestId ?? null,
      },
    ];
  });
}

function stateEntry(
  entry: RecordedEntry,
  known: KnownActors,
  view: TimelineView,
): readonly [StateEntry] | readonly [] {
  const { at, actor, before, after = {}, requestId } = entry;
  // A transfer starts as pending, even if its creation entry doesn't say so.
  const status = transferStatuses.find((each) => each === (after["status"] ?? "pending"));
  if (status === undefined) return [];
  const step = textOf(after["step"]);
  const isDecision = before?.["step"] === "held" && status !== "canceled";
  return [
    {
      type: "state",
      at: formatInstant(at),
      status,
      step: view === "client" && step === "held" ? null : step,
      failure_type: textOf(after["failure_type"]),
      failure_code: textOf(after["failure_code"]),
      by: view === "client" && isDecision ? anOperator : actorOf(entry, known, view),
      request_id: actor.type === "application" ? (requestId ?? null) : null,
    },
  ];
}

const anOperator: TimelineActor = { type: "operator", id: null, name: null };

/** Clients don't see which operator did something. */
function actorOf(
  { actor }: RecordedEntry,
  { users, applications }: KnownActors,
  view: TimelineView,
): TimelineActor {
  switch (actor.type) {
    case "application":
      return { type: "application", id: actor.id, name: applications.get(actor.id)?.name ?? null };
    case "user": {
      const user = users.get(actor.id);
      if (view === "client" && user?.isOperator !== false) return anOperator;
      return { type: "user", id: actor.id, name: user?.name ?? null };
    }
    case "operator":
      return view === "client" ? anOperator : { type: "operator", id: null, name: actor.name };
    case "system":
      return { type: "system", id: null, name: actor.name };
  }
}

function textOf(value: string | number | boolean | null | undefined): string | null {
  return typeof value === "string" ? value : null;
}
