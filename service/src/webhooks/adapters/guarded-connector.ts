import type { Socket } from "node:net";
import { callbackify } from "node:util";
import type { buildConnector } from "undici";
import { literalAddress } from "../destination.ts";
import { mayReach } from "../public-address.ts";
import type { ResolveName } from "./name-resolver.ts";

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
