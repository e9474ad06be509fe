import { withClient } from "../client.ts";
import { type SocketTarget, serviceName } from "./targets.ts";

/**
 * The service's role owns its database and is not a superuser, so that revoked privileges on append-only tables apply
 * to the service, too. Runs at every start, because a killed process may have left it incomplete.
 */
export async function provision(adminTarget: SocketTarget): Promise<void> {
  await withClient(adminTarget, "florin provision", async (client) => {
    const roles = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [serviceName]);
    if (roles.rowCount === 0) await client.query(`CREATE ROLE ${serviceName} LOGIN NOSUPERUSER`);
    const databases = await client.query("SELECT FROM pg_database WHERE datname = $1", [serviceName]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${serviceName} OWNER ${serviceName}`);
  });
}
