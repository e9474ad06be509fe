import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import { deploymentFacts } from "./tables.ts";

const selectVersion = statement<{ version: number }>(
  `SELECT current_setting('server_version_num')::int AS version`,
);

export async function serverVersion(session: Session): Promise<number> {
  const row = await session.first(selectVersion);
  assert(row !== undefined, "every server reports its version");
  return row.version;
}

const selectSuperuser = statement<{ isSuperuser: boolean }>(
  `SELECT rolsuper AS is_superuser FROM pg_roles WHERE rolname = current_user AND rolsuper IS NOT NULL`,
);

export async function roleIsSuperuser(session: Session): Promise<boolean> {
  const row = await session.first(selectSuperuser);
  assert(row !== undefined, "the current role exists");
  return row.isSuperuser;
}

/** Tables of which the role is the owner, or a member of the owner: such a role can give itself every privilege. */
const selectOwned = statement<{ owned: number }>(`
  SELECT count(*)::int AS owned FROM pg_class
   WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
     AND pg_has_role(current_user, relowner, 'MEMBER')`);

export async function roleOwnsTables(session: Session): Promise<boolean> {
  return ((await session.first(selectOwned))?.owned ?? 0) > 0;
}

/** False when the fact is already recorded. A concurrent caller waits for the first one to commit. */
export const recordFact = deploymentFacts.insert({ onConflict: "(name) DO NOTHING" });

export const isFact = deploymentFacts.exists({ by: ["name"] });
