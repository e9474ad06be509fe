/** Behavior of an endpoint; the path of its URL says it, so that the receiver needs no list. */
export const manners = ["prompt", "slow", "failing", "hanging"] as const;
export type Manner = (typeof manners)[number];

/** One account with its subscriptions; each has its own endpoint, identified by its number. */
export interface PlannedAccount {
  readonly endpoints: readonly number[];
}

/** A managing account and its managed accounts. */
export interface PlannedTenant {
  readonly managing: PlannedAccount;
  readonly managed: readonly PlannedAccount[];
}

/** The service's limit per account. */
const maxOfOneAccount = 50;
const ofOneTenant = 10;

/**
 * A few subscriptions all belong to one account, and each event goes to all of them. Many are spread over tenants of
 * ten: one of the managing account, the others of one managed account each; an event of a managed account goes to two.
 */
export function planTenants(subscriptions: number): readonly PlannedTenant[] {
  if (subscriptions <= maxOfOneAccount) {
    return [{ managing: { endpoints: range(0, subscriptions) }, managed: [] }];
  }
  const tenants: PlannedTenant[] = [];
  for (let first = 0; first < subscriptions; first += ofOneTenant) {
    const [own, ...others] = range(first, Math.min(first + ofOneTenant, subscriptions));
    tenants.push({
      managing: { endpoints: own === undefined ? [] : [own] },
      managed: others.map((endpoint) => ({ endpoints: [endpoint] })),
    });
  }
  return tenants;
}

/** The accounts of a tenant that have events, each with the endpoints that receive them. */
export function reportedOf({ managing, managed }: PlannedTenant): readonly (readonly number[])[] {
  if (managed.length === 0) return [managing.endpoints];
  return managed.map(({ endpoints }) => [...endpoints, ...managing.endpoints]);
}

export function endpointUrl(port: number, manner: Manner, endpoint: number): string {
  return `http://127.0.0.1:${port}/${manner}/${endpoint}`;
}

/** Undefined when no endpoint has such a path. */
export function readEndpointPath(
  path: string,
): { readonly manner: Manner; readonly endpoint: number } | undefined {
  const [, name, number] = path.split("/");
  const manner = manners.find((known) => known === name);
  if (manner === undefined || number === undefined || !/^\d+$/.test(number)) return undefined;
  return { manner, endpoint: Number(number) };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
