import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import type { PeopleDeps } from "../people-deps.ts";
import type { Person } from "../person.ts";
import { recordChange } from "../record-change.ts";
import type { OperatorRole } from "../roles/role.ts";
import { endSessions } from "../sessions/store.ts";
import { lockActiveAdmins, lockPerson, updateDisabled, updateOperatorRole } from "../store.ts";

interface Change {
  readonly personId: PersonId;
  readonly cause: Cause;
}

/** Another role among those who run the service, or none. It counts from the person's next request. */
export async function changeOperatorRole(
  deps: PeopleDeps,
  tx: Transaction,
  { personId, operatorRole, cause }: Change & { readonly operatorRole: OperatorRole | undefined },
): Promise<void> {
  const person = await loadForChange(tx, { personId, cause }, operatorRole === "admin");
  await updateOperatorRole(tx, personId, { operatorRole, now: deps.clock.now() });
  await recordChange(deps, tx, {
    cause,
    action: "person.change_role",
    id: personId,
    before: { operator_role: person.operatorRole ?? null },
    after: { operator_role: operatorRole ?? null },
  });
}

/** Shuts somebody out at once, whatever they have open. */
export async function disablePerson(deps: PeopleDeps, tx: Transaction, change: Change): Promise<void> {
  const { personId, cause } = change;
  const person = await loadForChange(tx, change, false);
  if (person.disabledAt !== undefined) throw new RefusalError(refuse("conflict", "the person is disabled"));
  const now = deps.clock.now();
  await updateDisabled(tx, personId, { isDisabled: true, now });
  const ended = await endSessions(tx, personId, { now });
  const after = { sessions_ended: ended };
  await recordChange(deps, tx, { cause, action: "person.disable", id: personId, after });
}

export async function enablePerson(deps: PeopleDeps, tx: Transaction, change: Change): Promise<void> {
  const { personId, cause } = change;
  const person = await loadForChange(tx, change, true);
  if (person.disabledAt === undefined)
    throw new RefusalError(refuse("conflict", "the person is not disabled"));
  await updateDisabled(tx, personId, { isDisabled: false, now: deps.clock.now() });
  await recordChange(deps, tx, { cause, action: "person.enable", id: personId });
}

/** Admins are locked before anybody else, so that two of them cannot remove each other at the same time. */
async function loadForChange(
  tx: Transaction,
  { personId, cause }: Change,
  keepsAdmin: boolean,
): Promise<Person> {
  const admins = await lockActiveAdmins(tx);
  const person = await lockPerson(tx, personId);
  if (person === undefined) throw new RefusalError(refuse("not_found", "there is no such person"));
  orThrow(decideChange({ personId, cause, admins, keepsAdmin }));
  return person;
}

/** Nobody changes themselves, and somebody who can change who runs the service is always left. */
export function decideChange({
  personId,
  cause: { actor },
  admins,
  keepsAdmin,
}: Change & { readonly admins: readonly PersonId[]; readonly keepsAdmin: boolean }): Refusal | undefined {
  if (actor.type === "person" && actor.id === personId) {
    return refuse("not_permitted", "nobody changes their own access");
  }
  const isLastAdmin = admins.length === 1 && admins[0] === personId;
  if (isLastAdmin && !keepsAdmin) return refuse("conflict", "this is the last admin of the service");
  return undefined;
}
