import { lookup, Resolver } from "node:dns/promises";

/** Every address of a name. Rejects with a code, such as ENOTFOUND, when there is none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * Asks name servers directly. The system's own lookup waits in two threads, so two names whose servers never answer
 * would hold up all others. Where private addresses are allowed, that is a developer's machine, and its hosts file counts.
 */
export function createNameResolver(options: {
  readonly allowPrivate: boolean;
  /** Instead of those of this machine. */
  readonly servers?: readonly string[];
  /** How long each server has to answer, before it is asked once more. */
  readonly answerMs?: number;
}): ResolveName {
  return shared(options.allowPrivate ? askSystem : askServers(options));
}

const defaultAnswerMs = 1_000;
const tries = 2;

/** Connections to one host are often opened together; they share an answer while it is on its way, and not longer. */
function shared(resolve: ResolveName): ResolveName {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const known = underWay.get(name);
    if (known !== undefined) return known;
    const asked = resolve(name).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
}

async function askSystem(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

function askServers(options: {
  readonly servers?: readonly string[];
  readonly answerMs?: number;
}): ResolveName {
  const { servers, answerMs = defaultAnswerMs } = options;
  const resolver = new Resolver({ timeout: answerMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  return async (name) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    // Names with addresses of one kind are the rule: only when there is none at all does an error count.
    if (found.length === 0 && ipv4.status === "rejected") throw ipv4.reason;
    return found;
  };
}
