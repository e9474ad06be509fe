import type { SFTPWrapper, Stats } from "ssh2";
import {
  type FilePlace,
  type FileSpot,
  type PlacedFile,
  type PlaceFolder,
  placeFolders,
  reaching,
} from "./file-place.ts";
import { createSftpSession, defaultSftpLimits, type SftpAddress, type SftpLimits } from "./sftp-session.ts";

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
