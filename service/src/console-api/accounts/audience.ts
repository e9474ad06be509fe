import type { Session } from "../../db/database.ts";
import { type ApiRequest, visitorOf } from "../../http/route.ts";
import { findStanding } from "../../people/index.ts";

/**
 * Who looks. Those who run the service see how a review goes; a tenant's own people see what the API tells them of it,
 * and not what the sanctions list has to do with it.
 */
export type Audience = "operators" | "members";

export async function audienceOf(session: Session, request: ApiRequest): Promise<Audience> {
  const standing = await findStanding(session, visitorOf(request).personId);
  return standing?.operatorRole === undefined ? "members" : "operators";
}
