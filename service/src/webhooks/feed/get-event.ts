import { requireVisibleAccount } from "../../accounts/index.ts";
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
export async function getEvent(session: Session, { principal, ...name }: EventName): Promise<Event> {
  const { tenantId, id, kind } = await requireVisibleAccount(session, principal, name.accountId);
  const eventId = parseId<"event">(name.eventId);
  const event =
    eventId === undefined
      ? undefined
      : await findEvent(session, { tenantId, network: principal.network }, eventId);
  // The accounts of a tenant are the managing one and those it manages.
  if (event !== undefined && (kind === "managing" || event.accountId === id)) return event;
  throw new RefusalError(refuse("not_found", "there is no event with this id"));
}
