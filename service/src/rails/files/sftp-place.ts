import { createHash } from "node:crypto";
import type { SFTPWrapper, Stats } from "ssh2";
import {
  type FilePlace,
  type FileSpot,
  type PlacedFile,
  type PlaceFolder,
  placeFolders,
  reaching,
} from "./file-place.ts";

const ownerOnly = 0o600;
const ownerOnlyFolder = 0o700;
/** Read size that every server supports in one response. */
const pieceBytes = 32 * 1024;
/** Status codes of protocol version 3 (draft-ietf-secsh-filexfer-02 §7). */
const noSuchFile = 2;
const permissionDenied = 3;
const fsyncExtension = "does not support this extended request";

/** The same folders on the bank's server, below an existing directory. */
export function createSftpPlace(address: SftpAddress, limits: SftpLimits = defaultSftpLimits): FilePlace {
  const root = address.directory.replace(/\/+$/, "");
  const inFolder = (folder: PlaceFolder): string => `${root}/${folder}`;
  const pathOf = ({ folder, name }: FileSpot): string => `${inFolder(folder)}/${name}`;
  const session = createSftpSession(address, limits, (sftp) => makeFolders(sftp, inFolder));
  const at = <T>(folder: PlaceFolder, work: (sftp: SFTPWrapper) => Promise<T>): Promise<T> =>
    reaching(folder, () => session.use(work));
  return {
    list: (folder) => at(folder, (sftp) => list(sftp, inFolder(folder))),
    find: (spot) => at(spot.folder, (sftp) => find(sftp, pathOf(spot), spot.name)),
    read: (spot, maxBytes) => at(spot.folder, (sftp) => read(sftp, pathOf(spot), maxBytes)),
    write: (spot, bytes) => at(spot.folder, (sftp) => write(sftp, pathOf(spot), bytes)),
    move: (from, to) => at(to.folder, (sftp) => move(sftp, pathOf(from), pathOf(to))),
    remove: (spot) => at(spot.folder, (sftp) => remove(sftp, pathOf(spot))),
    close: () => session.close(),
  };
}

async function makeFolders(sftp: SFTPWrapper, inFolder: (folder: PlaceFolder) => string): Promise<void> {
  for (const folder of placeFolders) {
    const path = inFolder(folder);
    if ((await attributesOf(sftp, path)) !== undefined) continue;
    await order((done) => sftp.mkdir(path, { mode: ownerOnlyFolder }, done));
  }
}

async function list(sftp: SFTPWrapper, path: string): Promise<readonly PlacedFile[]> {
  const entries = await request<readonly { readonly filename: string; readonly attrs: Stats }[]>((done) =>
    sftp.readdir(path, done),
  );
  return entries
    .filter(({ attrs }) => attrs.isFile())
    .map(({ filename, attrs }) => placedFile(filename, attrs));
}

async function find(sftp: SFTPWrapper, path: string, name: string): Promise<PlacedFile | undefined> {
  const attributes = await attributesOf(sftp, path);
  return attributes?.isFile() === true ? placedFile(name, attributes) : undefined;
}

async function attributesOf(sftp: SFTPWrapper, path: string): Promise<Stats | undefined> {
  try {
    return await request<Stats>((done) => sftp.lstat(path, done));
  } catch (error) {
    if (codeOf(error) === noSuchFile) return undefined;
    throw error;
  }
}

function placedFile(name: string, { size, mtime }: Stats): PlacedFile {
  return { name, size, modifiedMs: mtime * 1000 };
}

async function read(
  sftp: SFTPWrapper,
  path: string,
  maxBytes: number,
): Promise<Buffer | "missing" | "denied"> {
  try {
    const handle = await request<Buffer>((done) => sftp.open(path, "r", done));
    const bytes = await readUpTo(sftp, handle, maxBytes);
    await order((done) => sftp.close(handle, done));
    return bytes;
  } catch (error) {
    if (codeOf(error) === noSuchFile) return "missing";
    if (codeOf(error) === permissionDenied) return "denied";
    throw error;
  }
}

async function readUpTo(sftp: SFTPWrapper, handle: Buffer, maxBytes: number): Promise<Buffer> {
  const bytes = Buffer.alloc(maxBytes);
  let filled = 0;
  while (filled < maxBytes) {
    const requested = Math.min(pieceBytes, maxBytes - filled);
    const count = await request<number>((done) => sftp.read(handle, bytes, filled, requested, filled, done));
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

async function write(sftp: SFTPWrapper, path: string, bytes: Buffer): Promise<void> {
  const handle = await request<Buffer>((done) => sftp.open(path, "w", { mode: ownerOnly }, done));
  await order((done) => sftp.write(handle, bytes, 0, bytes.length, 0, done));
  await sync(sftp, handle);
  await order((done) => sftp.close(handle, done));
}

/** Only OpenSSH supports fsync; other servers decide when data is on disk. */
async function sync(sftp: SFTPWrapper, handle: Buffer): Promise<void> {
  try {
    await order((done) => sftp.ext_openssh_fsync(handle, done));
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(fsyncExtension))) throw error;
  }
}

async function move(sftp: SFTPWrapper, from: string, to: string): Promise<boolean> {
  // Not every server reports why a rename failed.
  if ((await attributesOf(sftp, from)) === undefined) return false;
  await order((done) => sftp.rename(from, to, done));
  return true;
}

async function remove(sftp: SFTPWrapper, path: string): Promise<void> {
  try {
    await order((done) => sftp.unlink(path, done));
  } catch (error) {
    if (codeOf(error) !== noSuchFile) throw error;
  }
}

function request<T>(start: (done: (error: Error | undefined, reply: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, reply) => (error === undefined ? resolve(reply) : reject(error)));
  });
}

function order(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

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

const defaultSftpLimits: SftpLimits = { connectMs: 20_000, operationMs: 120_000, idleMs: 60_000 };

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
function createSftpSession(
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
