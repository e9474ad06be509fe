import { type Config, readConfig } from "../config.ts";
import { allMigrations, migrate, pendingMigrations } from "../db/migrate.ts";
import { readSchema } from "../db/migration-files.ts";
import { ownerTarget } from "../startup/open-database.ts";
import { recordMigrations } from "../startup/record-migrations.ts";
import { StartupError } from "../startup/startup-error.ts";
import { tables } from "../tables.ts";
import { type AdminOptions, closing, connect, type EnvironmentVariables } from "./open-admin.ts";
import { operatorCause } from "./operator.ts";
import { holdsDatabase, reachDatabase } from "./reach-database.ts";

/** The database schema, at any version. */
export interface SchemaContext {
  /** Pending migrations, in order. */
  pending(): Promise<readonly string[]>;
  /** Applies them, and returns their names. */
  migrate(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Opens the database for migration, as the owner of its tables; creates one if the data folder has none. */
export async function openSchema(
  environment: EnvironmentVariables,
  { command, operator, onProgress = () => {} }: AdminOptions,
): Promise<SchemaContext> {
  const config = readConfig(environment);
  const cause = operatorCause(operator ?? config.operator);
  const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl;
  const reached = await reachDatabase({ ...config, databaseUrl }, { command, onProgress, mayCreate: true });
  const database = await connect(config, reached, command);
  return {
    pending: async () => pendingMigrations(database, await readSchema()),
    migrate: async () => {
      requireOwner(config);
      const applied = await migrate({
        tables,
        ...(await ownerTarget(config, reached.target)),
        onProgress: ({ step }) => {
          if (step === "waiting") onProgress("waiting for another node that is migrating the database");
        },
      });
      await recordMigrations(database, { applied, cause });
      return applied;
    },
    close: closing(database, reached),
  };
}

/** Otherwise the service's role would own the tables, and could not serve. */
function requireOwner({ profile, databaseOwnerUrl }: Config): void {
  if (profile === "production" && databaseOwnerUrl === undefined) {
    throw new StartupError(
      "DATABASE_OWNER_URL is missing. In production the tables belong to a role of their own, see " +
        "docs/operations/sql/roles.sql: set DATABASE_OWNER_URL to it, and DATABASE_URL to the service's role.",
    );
  }
}

/** The migrations that `openSchema` and `migrate` would apply. Creates nothing. */
export async function listPendingMigrations(
  environment: EnvironmentVariables,
  options: AdminOptions,
): Promise<readonly string[]> {
  const { databaseUrl, databaseOwnerUrl, dataFolder } = readConfig(environment);
  if ((databaseOwnerUrl ?? databaseUrl) === undefined && !(await holdsDatabase(dataFolder)))
    return allMigrations(await readSchema());
  const schema = await openSchema(environment, options);
  try {
    return await schema.pending();
  } finally {
    await schema.close();
  }
}
