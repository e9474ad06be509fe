import type { RecordedEntry } from "../../audit/index.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { transferStatuses } from "../../transfers/index.ts";
import type { StateEntry, TimelineActor, TimelineEntry } from "./timeline-entry.ts";

/** Who looks: a client, who is not told what the sanctions list holds, or an operator, who decides on it. */
export type TimelineView = "client" | "operator";

export type KnownPeople = ReadonlyMap<string, { readonly name: string; readonly isOperator: boolean }>;

const stateActions: ReadonlySet<string> = new Set(["transfer.create", "transfer.advance"]);
/** What operators say to each other about a transfer that the sanctions list holds. */
const reviewActions: ReadonlySet<string> = new Set([
  "transfer.release",
  "transfer.reject",
  "transfer.request_release",
  "transfer.approve_release",
  "transfer.withdraw_release",
]);

/** The states that a transfer went through, and what else was done to it, in the order of the log. */
export function auditEntries(
  audit: readonly RecordedEntry[],
  people: KnownPeople,
  view: TimelineView,
): readonly TimelineEntry[] {
  return audit.flatMap((entry): readonly TimelineEntry[] => {
    if (stateActions.has(entry.action)) return stateEntry(entry, people, view);
    if (view === "client" && reviewActions.has(entry.action)) return [];
    return [
      {
        type: "audit",
        at: formatInstant(entry.at),
        action: entry.action,
        by: actorOf(entry, people, view),
        reason: textOf(entry.after?.["reason"]),
        request_id: entry.requestId ?? null,
      },
    ];
  });
}

function stateEntry(
  entry: RecordedEntry,
  people: KnownPeople,
  view: TimelineView,
): readonly [StateEntry] | readonly [] {
  const { at, before, after = {} } = entry;
  // A transfer begins as pending, and its creation need not say so.
  const status = transferStatuses.find((known) => known === (after["status"] ?? "pending"));
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
      by: view === "client" && isDecision ? anOperator : actorOf(entry, people, view),
    },
  ];
}

const anOperator: TimelineActor = { type: "operator", id: null, name: null };

/** Clients are not told who of the operators did something. */
function actorOf({ actor }: RecordedEntry, people: KnownPeople, view: TimelineView): TimelineActor {
  switch (actor.type) {
    case "application":
      return { type: "application", id: actor.id, name: null };
    case "person": {
      const person = people.get(actor.id);
      if (view === "client" && person?.isOperator !== false) return anOperator;
      return { type: "person", id: actor.id, name: person?.name ?? null };
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
