import { lookup, Resolver } from "node:dns/promises";
import type { Socket } from "node:net";
import { callbackify } from "node:util";
import type { buildConnector } from "undici";
import { literalAddress, mayReach } from "../destination.ts";

/** Why there is no connection, for the owner of the endpoint. */
export class DestinationError extends Error {
  override readonly name = "DestinationError";
}

export interface GuardedConnectorOptions {
  readonly allowPrivate: boolean;
  readonly resolve: ResolveName;
  /** Opens the connection. It only ever gets a checked address, never a name. */
  readonly connect: buildConnector.connector;
  /** Timeout for the lookup, every address that is tried, and TLS together. */
  readonly timeoutMs: number;
}

/**
 * Connects to public addresses only. It connects to the address that it checked, so a name that resolves differently a
 * moment later changes nothing (DNS rebinding). The certificate must still match the name.
 */
export function createGuardedConnector(options: GuardedConnectorOptions): buildConnector.connector {
  const open = callbackify((target: buildConnector.Options) => openSocket(options, target));
  return (target, callback) => {
    open(target, (error, socket) => (error === null ? callback(null, socket) : callback(error, null)));
  };
}

const maxAddressesTried = 4;

async function openSocket(options: GuardedConnectorOptions, target: buildConnector.Options): Promise<Socket> {
  const { timeoutMs } = options;
  const endsAtMs = performance.now() + timeoutMs;
  const found = await inTime(addressesOf(options, target.hostname), timeoutMs, timeoutMs);
  const addresses = found.slice(0, maxAddressesTried);
  const failures: Error[] = [];
  for (const [index, address] of addresses.entries()) {
    // A silent address leaves time for the next ones.
    const shareMs = (endsAtMs - performance.now()) / (addresses.length - index);
    try {
      return checked(await attempt(options, { ...target, ...pinned(target, address) }, shareMs), options);
    } catch (error) {
      failures.push(error instanceof Error ? error : new DestinationError(String(error)));
    }
  }
  throw failures[0] ?? new DestinationError(`${target.hostname} has no address`);
}

/** Every address must be public, not only the one used: a name that also resolves to a private one is suspect. */
async function addressesOf(options: GuardedConnectorOptions, host: string): Promise<readonly string[]> {
  const literal = literalAddress(host);
  const addresses = literal === undefined ? await options.resolve(host) : [literal];
  if (addresses.every((address) => mayReach(address, options))) return addresses;
  // Not which: internal addresses are not disclosed to customers.
  throw new DestinationError(
    literal === undefined
      ? `${host} resolves to an address that is not public`
      : `${literal} is not a public address`,
  );
}

function pinned(target: buildConnector.Options, address: string): Partial<buildConnector.Options> {
  const name = literalAddress(target.hostname) === undefined ? target.hostname : undefined;
  const servername = target.servername || name;
  return { hostname: address, ...(servername === undefined ? {} : { servername }) };
}

function attempt(
  { connect, timeoutMs }: GuardedConnectorOptions,
  target: buildConnector.Options,
  shareMs: number,
): Promise<Socket> {
  let isLate = false;
  const opened = new Promise<Socket>((resolve, reject) => {
    connect(target, (error, socket) => {
      if (error !== null) return reject(error);
      // The caller no longer waits for it, so it is closed here.
      if (isLate) socket.on("error", () => {}).destroy();
      resolve(socket);
    });
  });
  return inTime(opened, shareMs, timeoutMs, () => {
    isLate = true;
  });
}

/** Final check, on the open connection. */
function checked(socket: Socket, options: GuardedConnectorOptions): Socket {
  const { remoteAddress } = socket;
  if (remoteAddress !== undefined && mayReach(remoteAddress, options)) return socket;
  socket.on("error", () => {}).destroy();
  if (remoteAddress === undefined)
    throw new DestinationError("connection closed before a response was received");
  throw new DestinationError("the connection went to an address that is not public");
}

async function inTime<T>(
  work: Promise<T>,
  waitMs: number,
  reportedMs: number,
  giveUp: () => void = () => {},
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        giveUp();
        reject(new DestinationError(`no connection within ${reportedMs / 1000} s`));
      },
      Math.max(0, waitMs),
    );
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

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
