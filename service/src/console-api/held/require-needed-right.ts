import type { Session } from "../../db/database.ts";
import { type ApiRequest, sessionUserOf } from "../../http/route.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findMembership, operatorRights } from "../../users/index.ts";
import type { HeldSubject } from "./held-subject.ts";

/** In addition to the permission of the endpoint: the treasury does not decide on a sanctions match. */
export async function requireNeededRight(
  session: Session,
  { neededRight }: HeldSubject,
  request: ApiRequest,
): Promise<void> {
  const role = (await findMembership(session, sessionUserOf(request).userId))?.operatorRole;
  if (role !== undefined && operatorRights[role].platform.has(neededRight)) return;
  throw new RefusalError(refuse("not_permitted", "only the role compliance decides on a sanctions match"));
}
