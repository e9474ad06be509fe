import { lookup, Resolver } from "node:dns/promises";

/** All addresses of a name. Rejects with a code, such as ENOTFOUND, when there are none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * Queries name servers directly. The system resolver uses a small thread pool, so two names whose servers never respond
 * would delay all others. Where private addresses are allowed (a developer's machine), the hosts file is used.
 */
export function createNameResolver(options: {
  readonly allowPrivate: boolean;
  /** Instead of the name servers of this machine. */
  readonly servers?: readonly string[];
  /** How long each server has to respond before it is queried again. */
  readonly responseMs?: number;
}): ResolveName {
  return shared(options.allowPrivate ? resolveWithSystem : resolveWithServers(options));
}

const defaultResponseMs = 1_000;
const tries = 2;

/** Connections to one host are often opened together; they share a lookup in flight, and no result after it. */
function shared(resolve: ResolveName): ResolveName {
  const pending = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const known = pending.get(name);
    if (known !== undefined) return known;
    const requested = resolve(name).finally(() => pending.delete(name));
    pending.set(name, requested);
    return requested;
  };
}

async function resolveWithSystem(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

function resolveWithServers(options: {
  readonly servers?: readonly string[];
  readonly responseMs?: number;
}): ResolveName {
  const { servers, responseMs = defaultResponseMs } = options;
  const resolver = new Resolver({ timeout: responseMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  return async (name) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [ipv4, ipv6].flatMap((response) => (response.status === "fulfilled" ? response.value : []));
    // Many names have addresses of one family only: an error counts only when there is no address at all.
    if (found.length === 0 && ipv4.status === "rejected") throw ipv4.reason;
    return found;
  };
}
