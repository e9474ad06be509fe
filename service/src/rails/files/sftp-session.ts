import { createHash } from "node:crypto";
import type { SFTPWrapper } from "ssh2";

/** Address and credentials of the bank's server, and its host key. */
export interface SftpAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Base folder; relative to the user's home folder unless it begins with a slash. */
  readonly directory: string;
  /** OpenSSH or PEM format, without a passphrase. */
  readonly privateKey: string;
  /** SHA-256 of the host key in base64, as `ssh-keygen -lf` prints it after `SHA256:`. */
  readonly hostKeySha256: string;
}

export interface SftpLimits {
  readonly connectMs: number;
  /** For one complete operation on one file. */
  readonly operationMs: number;
  /** Closes the connection after this time without work. */
  readonly idleMs: number;
}

export const defaultSftpLimits: SftpLimits = { connectMs: 20_000, operationMs: 120_000, idleMs: 60_000 };

export interface SftpSession {
  /** If the work throws, the connection is dropped, because its state is unknown. The next work opens a new one. */
  use<T>(work: (sftp: SFTPWrapper) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Connection {
  readonly sftp: SFTPWrapper;
  /** Rejects when the connection is lost; never resolves. */
  readonly lost: Promise<never>;
  end(): Promise<void>;
}

const keepaliveMs = 10_000;
const keepalivesMissed = 3;

/** A connection that is opened on demand and initialized by `prepare` each time. */
export function createSftpSession(
  address: SftpAddress,
  limits: SftpLimits,
  prepare: (sftp: SFTPWrapper) => Promise<void>,
): SftpSession {
  let current: Connection | undefined;
  let idle: NodeJS.Timeout | undefined;
  const drop = async (): Promise<void> => {
    const dropped = current;
    current = undefined;
    await dropped?.end();
  };
  const connected = async (): Promise<Connection> => {
    if (current !== undefined) return current;
    current = await connect(address, limits.connectMs);
    await bounded(current, prepare, limits.operationMs);
    return current;
  };
  return {
    use: async (work) => {
      clearTimeout(idle);
      try {
        return await bounded(await connected(), work, limits.operationMs);
      } catch (error) {
        await drop();
        throw error;
      } finally {
        clearTimeout(idle);
        // The timer does not keep an otherwise idle process alive.
        idle = setTimeout(() => void drop(), limits.idleMs).unref();
      }
    },
    close: async () => {
      clearTimeout(idle);
      await drop();
    },
  };
}

async function bounded<T>(
  { sftp, lost }: Connection,
  work: (sftp: SFTPWrapper) => Promise<T>,
  limitMs: number,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the server timed out")), limitMs);
  });
  try {
    return await Promise.race([work(sftp), lost, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function connect(address: SftpAddress, connectMs: number): Promise<Connection> {
  // Imported lazily: most nodes have no bank that uses SFTP.
  const { Client } = await import("ssh2");
  const client = new Client();
  const closed = new Promise<void>((resolve) => {
    client.once("close", resolve);
  });
  const lost = new Promise<never>((_, reject) => {
    client.on("error", reject);
    client.once("close", () => reject(new Error("the connection was closed")));
  });
  lost.catch(() => undefined);
  const end = async (): Promise<void> => {
    client.destroy();
    await closed;
  };
  const ready = new Promise<Connection>((resolve, reject) => {
    client.once("ready", () => {
      client.sftp((error, sftp) => {
        if (error === undefined) resolve({ sftp, lost, end });
        else reject(error);
      });
    });
    client.connect({
      host: address.host,
      port: address.port,
      username: address.user,
      privateKey: address.privateKey,
      hostVerifier: (key: Buffer) => fingerprintOf(key) === address.hostKeySha256,
      readyTimeout: connectMs,
      keepaliveInterval: keepaliveMs,
      keepaliveCountMax: keepalivesMissed,
    });
    // Requests are small and sequential; Nagle's algorithm would only delay each one.
    client.setNoDelay(true);
  });
  return Promise.race([ready, lost]).catch((error: unknown) => {
    client.destroy();
    throw error;
  });
}

function fingerprintOf(key: Buffer): string {
  return createHash("sha256").update(key).digest("base64").replace(/=+$/, "");
}
