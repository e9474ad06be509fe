import Type from "typebox";
import {
  type AuditFilters,
  auditEntries,
  digestEntry,
  discloseEntry,
  findHeads,
  type RecordedEntry,
  undisclosedActions,
} from "../audit/index.ts";
import { strictObject } from "../http/schemas.ts";
import { platformTenant } from "../kernel/id.ts";
import { loadActorNames } from "./audit-actors.ts";
import { auditSentence, wordsOfActor } from "./audit-sentence.ts";
import { describePeriod } from "./describe-period.ts";
import type {
  Fact,
  Report,
  ReportColumn,
  ReportDeps,
  ReportRequest,
  ReportRow,
  ReportSection,
} from "./report.ts";
import { formatLocal } from "./time-zone.ts";

const columns: readonly ReportColumn[] = [
  { key: "at", label: "Date", type: "time", width: 80 },
  { key: "actor", label: "Actor", type: "text", width: 110 },
  { key: "actor_id", label: "Actor id", type: "text" },
  { key: "action", label: "Action", type: "text", width: 110 },
  { key: "sentence", label: "Change", type: "text", width: 340 },
  { key: "subject_type", label: "Target", type: "text" },
  { key: "subject_id", label: "Target id", type: "text" },
  { key: "account_id", label: "Account id", type: "text" },
  { key: "request_id", label: "Request id", type: "text", width: 110 },
  { key: "id", label: "Entry id", type: "text" },
  { key: "digest", label: "Digest", type: "text" },
];

const textFilter = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));
const parameters = strictObject({
  actor: textFilter("Id of an application or user, or the name of another actor."),
  action: textFilter("Such as `transfer.create`."),
});

/** The audit log of a workspace in sentences. */
export const auditReport: Report = {
  name: "audit",
  title: "Audit extract",
  description:
    "Changes in a period in readable sentences, by actor and action; for operators with hashes of the audit chain.",
  audience: "workspace",
  permission: "audit.read",
  covers: "period",
  parameters,
  open: async (deps, request) => {
    const { actor, action } = request.parameters;
    return {
      title: "Audit extract",
      facts: [
        ["Network", request.network],
        ...describePeriod(request.period),
        ...(actor === undefined ? [] : [["Actor", actor] as const]),
        ...(action === undefined ? [] : [["Action", action] as const]),
        ...(request.isOperator ? await chainFacts(deps, request) : []),
      ],
      columns,
      sections: sectionsOf(deps, request),
      notes: [
        "Newest first. Personal data is masked in the audit log.",
        request.isOperator
          ? "The digest of an entry is the one that the audit chain contains; florin admin audit verify checks the chain."
          : "Entries about sanctions checks and the names of operators are not included.",
      ],
      isWide: true,
    };
  },
};

/** For operators: the chain includes entries that members don't see, so its length says how many there are. */
async function chainFacts({ database }: ReportDeps, { tenantId }: ReportRequest): Promise<readonly Fact[]> {
  const [head] = await findHeads(database, {
    tenantId: [tenantId === platformTenant ? "platform" : tenantId],
  });
  if (head === undefined) return [];
  return [
    ["Audit chain", `seal ${head.sequence}, ${head.entryCount} entries`],
    ["Hash of that seal", head.hash.toString("hex")],
  ];
}

async function* sectionsOf(deps: ReportDeps, request: ReportRequest): AsyncGenerator<ReportSection> {
  yield { title: "Changes", facts: [], pages: pagesOf(deps, request), totals: () => [] };
}

async function* pagesOf(deps: ReportDeps, request: ReportRequest): AsyncGenerator<readonly ReportRow[]> {
  const { tenantId, network, period, parameters, isOperator } = request;
  const query: AuditFilters = {
    tenantId,
    network,
    since: period.from,
    until: period.to,
    actorId: parameters["actor"],
    action: parameters["action"],
    withoutActions: isOperator ? undefined : undisclosedActions,
  };
  for await (const entries of auditEntries.stream(deps.database, query)) yield rowsOf(deps, request, entries);
}

async function rowsOf(
  { database }: ReportDeps,
  { period, isOperator }: ReportRequest,
  entries: readonly RecordedEntry[],
): Promise<readonly ReportRow[]> {
  const actors = entries.map(({ actor }) => actor);
  const nameOf = await loadActorNames(database, actors, isOperator ? "operators" : "members");
  return entries.map((entry) => {
    const { at, action, subject, accountId = "", requestId = "", id } = entry;
    const actor = nameOf(entry.actor);
    const shown = isOperator ? entry : discloseEntry(entry);
    // The digest covers fields that members don't see, and some of those have few possible values.
    const digest = isOperator ? digestEntry(entry).toString("hex") : "";
    const ids = [subject.type, subject.id, accountId, requestId, id, digest];
    const what = [
      wordsOfActor(actor),
      actor.id ?? "",
      action,
      auditSentence(shown, actor, { isWhole: true }),
    ];
    return [formatLocal(at, period.timeZone), ...what, ...ids];
  });
}
