import { findNamedApplications } from "../../auth/index.ts";
import type { Session } from "../../db/database.ts";
import type { ApplicationId } from "../../kernel/id.ts";
import type { Thing } from "./thing.ts";

export async function findApplication(session: Session, id: ApplicationId): Promise<readonly Thing[]> {
  const [application] = await findNamedApplications(session, [id]);
  if (application === undefined) return [];
  const { tenantId, network, name: title } = application;
  return [{ kind: "application", id, tenantId, network, title }];
}
