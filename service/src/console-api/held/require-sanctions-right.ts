import type { Session } from "../../db/database.ts";
import { type ApiRequest, sessionUserOf } from "../../http/route.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findMembership, operatorRights } from "../../users/index.ts";

/** In addition to the permission of the endpoint: the treasury does not decide on a sanctions match. */
export async function requireSanctionsRight(session: Session, request: ApiRequest): Promise<void> {
  const role = (await findMembership(session, sessionUserOf(request).userId))?.operatorRole;
  if (role !== undefined && operatorRights[role].platform.has("sanctions.decide")) return;
  throw new RefusalError(refuse("not_permitted", "only the role compliance decides on a sanctions match"));
}
