import type { ConnectionTarget } from "../pool.ts";

/** The embedded server is reached by its socket alone. */
export type SocketTarget = Extract<ConnectionTarget, { readonly socketFolder: string }>;

// The service's role and its database have one name.
export const serviceName = "florin";

export function serviceTargetOf(socketFolder: string): SocketTarget {
  return { socketFolder, user: serviceName, database: serviceName };
}

/** The superuser, for administration only. */
export function adminTargetOf(socketFolder: string): SocketTarget {
  return { socketFolder, user: "postgres", database: "postgres" };
}
