import type { Session } from "../../db/database.ts";
import { type ApiRequest, sessionUserOf } from "../../http/route.ts";
import { findMembership } from "../../users/index.ts";

/**
 * The reader. Operators see the progress of a review; members of the tenant see what the API returns, without anything
 * related to the sanctions list.
 */
export type Audience = "operators" | "members";

export async function audienceOf(session: Session, request: ApiRequest): Promise<Audience> {
  const membership = await findMembership(session, sessionUserOf(request).userId);
  return membership?.operatorRole === undefined ? "members" : "operators";
}
