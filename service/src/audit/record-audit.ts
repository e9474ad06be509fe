import type { Session } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Actor } from "../kernel/cause.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import type {
  AuditChange,
  AuditEntry,
  AuditEntryId,
  AuditedFields,
  AuditedObject,
  AuditScope,
  FieldsToAudit,
  RecordedEntry,
} from "./audit-entry.ts";
import { digestEntry } from "./entry-digest.ts";
import { insertAuditEntries } from "./store.ts";

export interface AuditDeps {
  readonly newId: NewId;
  readonly clock: Clock;
}

const entriesPerStatement = 1_000;

/** Call it in the transaction of the change, so that neither is committed without the other. */
export async function recordAudit(
  { newId, clock }: AuditDeps,
  tx: Session,
  scope: AuditScope,
  entries: readonly AuditEntry[],
): Promise<void> {
  const at = clock.now();
  const recorded = entries.map((entry) => toRecorded(scope, entry, newId<"audit-entry">(), at));
  for (let start = 0; start < recorded.length; start += entriesPerStatement) {
    const batch = recorded.slice(start, start + entriesPerStatement);
    await insertAuditEntries(tx, scope.tenantId, at, batch, batch.map(digestEntry));
  }
}

/** As `recordAudit`, for one change. */
export function auditChange(
  deps: AuditDeps,
  tx: Session,
  { cause, action, of, type = nounOf(action), before, after }: AuditChange,
): Promise<void> {
  const { id, accountId } = of;
  return recordAudit(deps, tx, of, [{ cause, action, subject: { type, id }, accountId, before, after }]);
}

export interface Change<Audited> extends Pick<AuditChange, "cause" | "action"> {
  readonly before?: Audited | undefined;
  readonly after?: Audited | undefined;
  /** Fields of this change alone. */
  readonly more?: FieldsToAudit | undefined;
}

type RecordChange<Audited> = (deps: AuditDeps, tx: Session, change: Change<Audited>) => Promise<void>;

/** Makes the function that records changes of one kind of object, whose entries have these fields. */
export function auditing<Audited extends AuditedObject>(
  fieldsOf: (audited: Audited) => FieldsToAudit,
): RecordChange<Audited>;
export function auditing<Audited>(
  fieldsOf: (audited: Audited) => FieldsToAudit,
  objectOf: (audited: Audited) => AuditedObject,
): RecordChange<Audited>;
export function auditing<Audited>(
  fieldsOf: (audited: Audited) => FieldsToAudit,
  objectOf = (audited: Audited) => audited as AuditedObject,
): RecordChange<Audited> {
  return (deps, tx, { before, after, more, ...change }) => {
    const changed = after ?? before;
    assert(changed !== undefined, "a change has a before or an after");
    return auditChange(deps, tx, {
      ...change,
      of: objectOf(changed),
      before: before && fieldsOf(before),
      after: (after || more) && { ...(after && fieldsOf(after)), ...more },
    });
  };
}

function nounOf(action: string): string {
  return action.slice(0, action.indexOf("."));
}

/** The entry exactly as the database returns it later, because its digest must match. */
function toRecorded(scope: AuditScope, entry: AuditEntry, id: AuditEntryId, at: Instant): RecordedEntry {
  const { cause, action, subject, accountId } = entry;
  return {
    id,
    at,
    tenantId: scope.tenantId,
    network: entry.network ?? scope.network,
    accountId,
    actor: storableActor(cause.actor),
    requestId: cause.requestId,
    action,
    subject: { type: subject.type, id: subject.id.toWellFormed() },
    before: storableFields(entry.before),
    after: storableFields(entry.after),
  };
}

function storableActor(actor: Actor): Actor {
  return "name" in actor ? { ...actor, name: actor.name.toWellFormed() } : actor;
}

const maxFields = 50;
const maxTextLength = 1_000;

/** Long texts are truncated: the log records the change, not a copy of the data. */
function storableFields(fields: FieldsToAudit | undefined): AuditedFields | undefined {
  if (fields === undefined) return undefined;
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  assert(entries.length <= maxFields, `an audit log entry has at most ${maxFields} fields`);
  return Object.fromEntries(entries.map(([name, value]) => [name, storable(value)]));
}

/** PostgreSQL stores neither U+0000 nor unpaired surrogates; an audit log entry must not fail its change. */
function storable(value: AuditedFields[string] | undefined): AuditedFields[string] {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string") return value ?? null;
  const text = value.length <= maxTextLength ? value : `${value.slice(0, maxTextLength - 1)}…`;
  return text.toWellFormed().replaceAll("\0", "\uFFFD");
}
