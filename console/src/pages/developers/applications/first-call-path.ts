const callsByScope: readonly (readonly [scope: string, path: (accountId: string) => string])[] = [
  ["accounts:read", (id) => `/accounts/${id}`],
  ["transfers:read", (id) => `/accounts/${id}/transfers`],
  ["addresses:read", (id) => `/accounts/${id}/addresses`],
  ["payments:read", (id) => `/accounts/${id}/payments`],
  ["events:read", (id) => `/accounts/${id}/events`],
  ["webhooks:read", (id) => `/accounts/${id}/webhooks`],
];

/** Path of a first request that these scopes allow. The token catalog requires no scope. */
export function firstCallPath(scopes: readonly string[], accountId: string): string {
  const found = callsByScope.find(([scope]) => scopes.includes(scope));
  return found === undefined ? "/tokens" : found[1](accountId);
}
