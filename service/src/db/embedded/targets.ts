import type { ConnectionTarget } from "../pool.ts";

/** The embedded server is reachable only through its socket. */
export type SocketTarget = Extract<ConnectionTarget, { readonly socketFolder: string }>;

// The service's role and its database share one name.
export const serviceName = "florin";

export function serviceTargetOf(socketFolder: string): SocketTarget {
  return { socketFolder, user: serviceName, database: serviceName };
}

/** The superuser, for administration only. */
export function adminTargetOf(socketFolder: string): SocketTarget {
  return { socketFolder, user: "postgres", database: "postgres" };
}
