import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";

const selectVersion = statement<{ version: number }>(
  `SELECT current_setting('server_version_num')::int AS version`,
);

export async function serverVersion(session: Session): Promise<number> {
  const row = await session.first(selectVersion);
  assert(row !== undefined, "every server reports its version");
  return row.version;
}

const chainsInUse = statement<{ chain: string }>(
  `SELECT DISTINCT chain FROM token_deployments ORDER BY chain`,
);

/** Chains that a token was ever deployed on. */
export async function selectChainsInUse(session: Session): Promise<readonly string[]> {
  return (await session.rows(chainsInUse)).map(({ chain }) => chain);
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

const insertFact = statement(`
  INSERT INTO deployment_facts (name, recorded_at) VALUES ($1, $2::timestamptz) ON CONFLICT (name) DO NOTHING`);

/** False when the fact is already recorded. A concurrent caller waits for the first one to commit. */
export async function recordFact(session: Session, name: DeploymentFact, now: Instant): Promise<boolean> {
  return (await session.run(insertFact, [name, formatInstant(now)])) === 1;
}

const selectFact = statement(`SELECT 1 AS found FROM deployment_facts WHERE name = $1`);

export async function isFact(session: Session, name: DeploymentFact): Promise<boolean> {
  return (await session.first(selectFact, [name])) !== undefined;
}

export type DeploymentFact = "demo_accounts_created";
