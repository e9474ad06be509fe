import { withClient } from "../client.ts";
import { type SocketTarget, serviceName } from "./targets.ts";

/**
 * The service's role owns its database and is no superuser, so that what is revoked on append-only tables is revoked
 * for the service too. Asked on every start, since being killed may have left it half done.
 */
export async function provision(adminTarget: SocketTarget): Promise<void> {
  await withClient(adminTarget, "florin provision", async (client) => {
    const roles = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [serviceName]);
    if (roles.rowCount === 0) await client.query(`CREATE ROLE ${serviceName} LOGIN NOSUPERUSER`);
    const databases = await client.query("SELECT FROM pg_database WHERE datname = $1", [serviceName]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${serviceName} OWNER ${serviceName}`);
  });
}
