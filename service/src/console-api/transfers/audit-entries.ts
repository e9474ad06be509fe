import type { RecordedEntry } from "../../audit/index.ts";
import { present } from "../../http/present.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { type KnownActors, nameActor, someOperator } from "../../reports/index.ts";
import { transferStatuses } from "../../transfers/index.ts";
import { ActorSchema, type StateEntry, type TimelineActor, type TimelineEntry } from "./timeline-entry.ts";

/** The audience: a client, who doesn't see sanctions holds, or an operator, who decides on them. */
export type TimelineView = "client" | "operator";

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
      by: view === "client" && isDecision ? present(ActorSchema, someOperator) : actorOf(entry, known, view),
      request_id: actor.type === "application" ? (requestId ?? null) : null,
    },
  ];
}

function actorOf({ actor }: RecordedEntry, known: KnownActors, view: TimelineView): TimelineActor {
  const audience = view === "client" ? "members" : "operators";
  return present(ActorSchema, nameActor(actor, known, audience));
}

function textOf(value: string | number | boolean | null | undefined): string | null {
  return typeof value === "string" ? value : null;
}
