import { auditChange, recordAudit } from "../audit/index.ts";
import { closeEffects, selectEffects } from "../db/restores/effect-store.ts";
import { insertPointInTimeRestore, requestRecovery, selectRestores } from "../db/restores/restore-store.ts";
import { selectNodes } from "../jobs/index.ts";
import { formatInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { AdminContext } from "./open-admin.ts";
import { readMoment, readOneOf, readText } from "./read-input.ts";

export interface RestoreView {
  readonly id: string;
  readonly origin: string;
  readonly takenAt: string;
  readonly restoredAt: string;
  readonly state: string;
  readonly recoveredAt: string | undefined;
}

export interface RecoverRequest {
  /** Of a restore by other tools than `backup restore`: the moment of the restored data. */
  readonly pointInTime?: string | undefined;
}

const platformScope = { tenantId: undefined, network: undefined };

/** Lets the service recover a restored database when it starts next. */
export async function requestRecover(
  admin: AdminContext,
  { pointInTime }: RecoverRequest,
): Promise<readonly RestoreView[]> {
  const { database, clock, newId, cause } = admin;
  const takenAt = pointInTime === undefined ? undefined : readMoment("point_in_time", pointInTime);
  if (takenAt !== undefined) {
    await refuseRunningNodes(admin);
    // Stays if the request is refused: the service must not start on this database.
    await insertPointInTimeRestore(database, { id: newId<"restore">(), takenAt, now: clock.now() });
  }
  await database.transaction(async (tx) => {
    const ids = await requestRecovery(tx, clock.now());
    await recordAudit(
      admin,
      tx,
      platformScope,
      ids.map((id) => ({ cause, action: "recovery.request", subject: { type: "restore", id } })),
    );
  });
  const restores = await selectRestores(database);
  return restores.map(({ id, origin, state, ...times }) => ({
    id,
    origin,
    takenAt: formatInstant(times.takenAt),
    restoredAt: formatInstant(times.restoredAt),
    state,
    recoveredAt: times.recoveredAt && formatInstant(times.recoveredAt),
  }));
}

/** Their chain and bank workers would stop, and their API would go on. */
async function refuseRunningNodes({ database }: AdminContext): Promise<void> {
  const running = (await selectNodes(database)).filter(({ isGone }) => !isGone).map(({ host }) => host);
  if (running.length === 0) return;
  const detail = `nodes run on this database (${running.join(", ")}): stop them, and try again after a minute`;
  throw new RefusalError(refuse("conflict", detail));
}

export interface EffectView {
  readonly network: string;
  readonly place: string;
  readonly reference: string;
  readonly mark: string;
  readonly state: string;
  readonly detail: object;
  readonly note: string | undefined;
}

const states = ["open", "adopted", "closed"] as const;
const maxEffects = 10_000;
const maxNoteLength = 1_000;

/** Effects after the moment of the restore: an open one belongs to nothing that the database knows. */
export async function listRecoveredEffects(
  { database }: AdminContext,
  choice: { readonly state?: string | undefined },
): Promise<readonly EffectView[]> {
  const state = choice.state === undefined ? undefined : readOneOf("state", states, choice.state);
  return selectEffects(database, { state, limit: maxEffects });
}

export interface CloseRequest {
  readonly reference: string;
  /** Needed if several differences have the reference: entries in one file, or operations in one transaction. */
  readonly mark?: string | undefined;
  readonly note: string;
}

/** Closes a difference that an operator has dealt with. An operation that has its mark adopts it anyway. */
export async function closeRecoveredEffect(
  admin: AdminContext,
  { reference, mark, note }: CloseRequest,
): Promise<void> {
  const { database, clock, cause } = admin;
  const text = readText("note", note, maxNoteLength);
  await database.transaction(async (tx) => {
    const closed = await closeEffects(tx, { reference, mark, note: text, updatedAt: clock.now() });
    if (closed === 0)
      throw new RefusalError(refuse("not_found", "there is no open difference with this reference"));
    if (closed > 1)
      throw new RefusalError(
        refuse("conflict", `${closed} open differences have this reference: name the mark`),
      );
    await auditChange(admin, tx, {
      cause,
      action: "recovery.close",
      type: "effect",
      of: { ...platformScope, id: reference },
      after: { mark: mark ?? null, note: text },
    });
  });
}
