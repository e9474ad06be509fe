import Type from "typebox";
import { findVisibleAccounts } from "../../accounts/index.ts";
import {
  type Application,
  ApplicationSchema as CommonSchema,
  findCredentials,
  viewApplication,
} from "../../auth/index.ts";
import type { Session } from "../../db/database.ts";
import { present } from "../../http/present.ts";
import type { Principal } from "../../http/principal.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import type { Clock } from "../../kernel/instant.ts";
import { findLastUses } from "../../request-log/index.ts";

export const ApplicationSchema = named(
  "ConsoleApplication",
  Type.Object({
    ...CommonSchema.properties,
    account_name: nullableString({ description: "Name of the application's account." }),
    last_used: nullableString({
      format: "date-time",
      description: "Accurate to the minute. Null if never used, or if the request log is disabled.",
    }),
    secrets: Type.Array(
      Type.Object({
        created: DateTimeSchema,
        ends: nullableString({ format: "date-time", description: "Null if it does not expire." }),
      }),
      { description: "Valid secrets, the current one first." },
    ),
    keys: Type.Array(
      Type.Object({ kid: Type.String(), algorithms: Type.Array(Type.String()), created: DateTimeSchema }),
      { description: "Active public keys." },
    ),
  }),
);

/** Applications of one workspace, with everything shown alongside them. */
export async function presentApplications(
  { session, clock }: { readonly session: Session; readonly clock: Clock },
  principal: Principal,
  applications: readonly Application[],
) {
  const ids = applications.map(({ id }) => id);
  const { tenantId } = principal;
  const accounts = await findVisibleAccounts(
    session,
    principal,
    applications.map(({ accountId }) => accountId),
  );
  const uses = await findLastUses(session, tenantId, ids);
  const credentialsOf = await findCredentials(session, tenantId, ids, clock.now());
  return applications.map((application) => {
    const account = accounts.get(application.accountId);
    // Nothing of a revoked application works, even if the rows still exist.
    const { secrets, keys } =
      application.revokedAt === undefined ? credentialsOf(application.id) : { secrets: [], keys: [] };
    return present(ApplicationSchema, {
      ...viewApplication(application),
      accountName: account?.businessName ?? account?.name,
      lastUsed: uses.get(application.id),
      secrets: secrets.map(({ createdAt: created, endsAt: ends }) => ({ created, ends })),
      keys: keys.map((key) => ({ ...key, created: key.createdAt })),
    });
  });
}
