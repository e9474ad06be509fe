import type { Session } from "../db/database.ts";
import { type ApplicationId, type Network, parseId, type TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Application } from "./application.ts";
import { algorithmsOf } from "./public-jwk.ts";
import {
  type SecretSummary,
  selectApplicationsById,
  selectLiveKeysOf,
  selectLiveSecretsOf,
} from "./store.ts";

/** A tenant in one network. */
interface Workspace {
  readonly tenantId: TenantId;
  readonly network: Network;
}

/** Live credentials of an application. */
export interface Credentials {
  readonly secrets: readonly Pick<SecretSummary, "createdAt" | "endsAt">[];
  readonly keys: readonly {
    readonly kid: string;
    readonly algorithms: readonly string[];
    readonly createdAt: Instant;
  }[];
}

/** One application; 404 if the workspace has none with that id. */
export async function requireApplication(
  session: Session,
  { tenantId, network }: Workspace,
  id: string,
): Promise<Application> {
  const applicationId = parseId<"application">(id);
  const found =
    applicationId === undefined
      ? undefined
      : (await selectApplicationsById(session, tenantId, [applicationId])).get(applicationId);
  if (found?.network === network) return found;
  throw new RefusalError(refuse("not_found", "there is no application with this id"));
}

export async function findCredentials(
  session: Session,
  tenantId: TenantId,
  ids: readonly ApplicationId[],
  now: Instant,
): Promise<(id: ApplicationId) => Credentials> {
  const secrets = await selectLiveSecretsOf(session, tenantId, ids, now);
  const keys = await selectLiveKeysOf(session, { tenantId, applicationId: ids });
  return (id) => ({
    secrets: secrets.filter(({ applicationId }) => applicationId === id),
    keys: keys
      .filter(({ applicationId }) => applicationId === id)
      .map(({ kid, jwk, createdAt }) => ({ kid, algorithms: algorithmsOf(jwk), createdAt })),
  });
}
