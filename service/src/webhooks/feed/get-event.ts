import { type Account, requireVisibleAccount } from "../../accounts/index.ts";
import type { Session } from "../../db/database.ts";
import { type Event, findEvent } from "../../events/index.ts";
import type { Principal } from "../../http/principal.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

export interface EventName {
  readonly principal: Principal;
  readonly accountId: string;
  readonly eventId: string;
}

/** An event of the account, or of an account it manages, or 404. */
export async function getEvent(
  session: Session,
  { principal, accountId, eventId }: EventName,
): Promise<Event> {
  const account = await requireVisibleAccount(session, principal, accountId);
  return requireEvent(session, account, { network: principal.network, eventId });
}

export async function requireEvent(
  session: Session,
  { tenantId, id, kind }: Account,
  { network, eventId }: Pick<EventName, "eventId"> & Pick<Principal, "network">,
): Promise<Event> {
  const parsed = parseId<"event">(eventId);
  const event =
    parsed === undefined ? undefined : await findEvent(session, { tenantId, network, id: parsed });
  // The accounts of a tenant are the managing one and those it manages.
  if (event !== undefined && (kind === "managing" || event.accountId === id)) return event;
  throw new RefusalError(refuse("not_found", "there is no event with this id"));
}
