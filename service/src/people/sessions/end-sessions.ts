import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import type { SessionId } from "./session.ts";
import { endSession, endSessions } from "./store.ts";

/** Ends one session of a person: the own one when signing out, or another one from afar. */
export async function endOneSession(
  deps: PeopleDeps,
  tx: Transaction,
  request: { readonly personId: PersonId; readonly sessionId: SessionId; readonly cause: Cause },
): Promise<void> {
  const { personId, sessionId: id, cause } = request;
  if (!(await endSession(tx, { id, personId, now: deps.clock.now() }))) {
    throw new RefusalError(refuse("not_found", "there is no such session"));
  }
  await recordChange(deps, tx, { cause, action: "session.end", id, after: { person: personId } });
}

/** Ends what a person has open elsewhere, or everywhere; answers how many. */
export async function endAllSessions(
  deps: PeopleDeps,
  tx: Transaction,
  request: { readonly personId: PersonId; readonly except?: SessionId; readonly cause: Cause },
): Promise<number> {
  const { personId, except, cause } = request;
  const now = deps.clock.now();
  const ended = await endSessions(tx, personId, { ...(except === undefined ? {} : { except }), now });
  await recordChange(deps, tx, { cause, action: "person.end_sessions", id: personId, after: { ended } });
  return ended;
}
