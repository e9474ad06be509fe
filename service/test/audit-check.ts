import type { Session } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import type { OpenApiDocument } from "../src/http/openapi.ts";
import { createOperationFinder } from "./documented-operation.ts";
import type { SeenResponse } from "./response-validation.ts";

/** Checks that each change through the API is in the audit log, without personal data. */
export interface AuditCheck {
  note(response: SeenResponse): void;
  /** Checks the log once for all noted requests; throws with those that left no entry. */
  verify(session: Session): Promise<void>;
}

const shownRequests = 10;

export function createAuditCheck(document: OpenApiDocument): AuditCheck {
  const findOperation = createOperationFinder(document);
  const noted = new Map<string, string>();
  return {
    note: (response) => {
      const found = findOperation(response);
      if (found === undefined || found.method === "get" || found.operation["x-effect"] !== undefined) return;
      const isSuccess = response.status >= 200 && response.status < 300;
      if (!isSuccess || response.headers.get("idempotent-replayed") === "true") return;
      noted.set(response.headers.get("x-request-id") ?? "", `${response.method} ${found.template}`);
    },
    verify: async (session) => {
      await requireEntries(session, noted);
      await refusePersonalData(session);
    },
  };
}

async function requireEntries(session: Session, noted: ReadonlyMap<string, string>): Promise<void> {
  if (noted.size === 0) return;
  const rows = await session.rows(selectRecorded, [[...noted.keys()]]);
  const recorded = new Set(rows.map(({ requestId }) => requestId));
  const missing = [...noted].filter(([requestId]) => !recorded.has(requestId));
  if (missing.length === 0) return;
  const shown = missing.slice(0, shownRequests).map(([requestId, what]) => `${what} (${requestId})`);
  throw new Error(
    `${missing.length} requests succeeded and left no entry in the audit log: ${shown.join(", ")}. ` +
      'Call recordAudit in the transaction of the change; a route that changes nothing has effect: "none".',
  );
}

async function refusePersonalData(session: Session): Promise<void> {
  const rows = await session.rows(selectSuspicious, [identifyingNumber]);
  if (rows.length === 0) return;
  const actions = rows.map(({ action }) => action).join(", ");
  throw new Error(
    `audit log entries contain what looks like an EIN or an SSN: ${actions}. Mask it with kernel/mask.ts.`,
  );
}

// An EIN is written 12-3456789 and an SSN 123-45-6789, or either in nine digits. Digits between letters, as in ids and
// hashes, do not count; an amount has a point behind its digits.
export const identifyingNumber =
  "(^|[^0-9A-Za-z])([0-9]{2}-[0-9]{7}|[0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{9}(?![.][0-9]))([^0-9A-Za-z]|$)";

const selectRecorded = statement<{ requestId: string }>(
  // That a request was confirmed is not what it changed.
  `SELECT DISTINCT request_id FROM audit_log
    WHERE request_id = ANY ($1::text[]) AND action <> 'confirmation.use'`,
);

const selectSuspicious = statement<{ action: string }>(`
  SELECT DISTINCT action FROM audit_log
   WHERE concat_ws(' ', actor_id, subject_id, before::text, after::text) ~ $1`);
