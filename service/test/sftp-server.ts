import { createHash, generateKeyPairSync } from "node:crypto";
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join, normalize } from "node:path";
import ssh2, {
  type Attributes,
  type AuthContext,
  type Connection,
  type FileEntry,
  type ParsedKey,
  type SFTPWrapper,
} from "ssh2";

const { STATUS_CODE } = ssh2.utils.sftp;
const readable = 0x01;

/** Fault of the server: it does not respond, or cuts the connection after it has executed the request. */
export type SftpFault = "hang" | "cut";

/** A real SSH server on loopback that serves one folder, with fault injection. */
export interface SftpServer {
  readonly port: number;
  readonly user: string;
  readonly privateKey: string;
  readonly hostKeySha256: string;
  /** Number of logins since the start. */
  logins(): number;
  /** Injects the fault into the next request of this kind, once. */
  fault(request: SftpRequest, fault: SftpFault): void;
  /** Cuts all connections, and accepts no new ones. */
  stop(): Promise<void>;
}

export type SftpRequest = "OPENDIR" | "OPEN" | "READ" | "WRITE" | "RENAME" | "LSTAT" | "REMOVE";

type Reply = (sftp: SFTPWrapper, id: number) => void;

interface SftpSession {
  readonly sftp: SFTPWrapper;
  pathOf(path: string): string;
  /** Executes the request and replies, unless a fault is injected. */
  on(request: SftpRequest | undefined, id: number, work: () => Promise<Reply>): void;
  /** Open handles: a file, or the remaining entries of a folder. */
  readonly handles: Map<string, FileHandle | FileEntry[]>;
}

export async function startSftpServer(root: string): Promise<SftpServer> {
  const [hostKey, clientKey] = [generateKey(), generateKey()];
  const faults = new Map<SftpRequest, SftpFault>();
  const lines = new Set<Connection>();
  let logins = 0;
  const ssh = new ssh2.Server({ hostKeys: [hostKey] }, (line) => {
    lines.add(line);
    line.on("close", () => lines.delete(line)).on("error", () => undefined);
    line.on("authentication", (attempt) => authenticate(attempt, parseKey(clientKey)));
    line.on("ready", () => {
      logins += 1;
      line.on("session", (accept) => {
        accept().on("sftp", (begin) => serve(begin(), root, faults, () => line.end()));
      });
    });
  });
  const entryPoint = createServer({ noDelay: true }, (socket) => ssh.injectSocket(socket));
  await new Promise<void>((resolve) => {
    entryPoint.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (entryPoint.address() as AddressInfo).port,
    user: "florin",
    privateKey: clientKey,
    hostKeySha256: fingerprintOf(hostKey),
    logins: () => logins,
    fault: (request, fault) => void faults.set(request, fault),
    stop: async () => {
      for (const line of lines) line.end();
      await new Promise<void>((resolve) => {
        entryPoint.close(() => resolve());
      });
    },
  };
}

function generateKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "sec1", format: "pem" }).toString();
}

function fingerprintOf(privateKey: string): string {
  const key = parseKey(privateKey).getPublicSSH();
  return createHash("sha256").update(key).digest("base64").replace(/=+$/, "");
}

function parseKey(text: string): ParsedKey {
  const key = ssh2.utils.parseKey(text);
  if (key instanceof Error) throw key;
  return key;
}

function authenticate(attempt: AuthContext, allowed: ParsedKey): void {
  if (isAllowed(attempt, allowed)) attempt.accept();
  else attempt.reject(["publickey"]);
}

function isAllowed(attempt: AuthContext, allowed: ParsedKey): boolean {
  if (attempt.method !== "publickey" || !attempt.key.data.equals(allowed.getPublicSSH())) return false;
  // Without a signature the client only checks whether the key would be accepted.
  const { blob, signature, hashAlgo } = attempt;
  return (
    signature === undefined || (blob !== undefined && allowed.verify(blob, signature, hashAlgo) === true)
  );
}

function serve(sftp: SFTPWrapper, root: string, faults: Map<SftpRequest, SftpFault>, cut: () => void): void {
  const session: SftpSession = {
    sftp,
    handles: new Map(),
    pathOf: (path) => join(root, normalize(`/${path}`)),
    on: (request, id, work) => {
      const fault = request === undefined ? undefined : faults.get(request);
      if (request !== undefined) faults.delete(request);
      if (fault === "hang") return;
      work()
        .catch((error: unknown) => statusOf(error))
        .then((reply) => (fault === "cut" ? cut() : reply(sftp, id)))
        .catch(cut);
    },
  };
  serveFiles(session);
  serveFolders(session);
  serveNames(session);
  sftp.on("end", () => {
    for (const opened of session.handles.values()) {
      if (!Array.isArray(opened)) opened.close().catch(() => undefined);
    }
  });
}

function serveFiles(session: SftpSession): void {
  const { sftp, pathOf, on, handles } = session;
  const fileOf = (handle: Buffer): FileHandle => {
    const opened = handles.get(handle.toString());
    if (opened === undefined || Array.isArray(opened)) throw new Error("no such handle");
    return opened;
  };
  sftp.on("OPEN", (id, path, flags) =>
    on("OPEN", id, async () =>
      handleOf(session, await open(pathOf(path), (flags & readable) === readable ? "r" : "w", 0o600)),
    ),
  );
  sftp.on("READ", (id, handle, offset, length) =>
    on("READ", id, async () => {
      const { bytesRead, buffer } = await fileOf(handle).read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead === 0) return status(STATUS_CODE.EOF);
      return (to, at) => to.data(at, buffer.subarray(0, bytesRead));
    }),
  );
  sftp.on("WRITE", (id, handle, offset, data) =>
    on("WRITE", id, () => done(fileOf(handle).write(data, 0, data.length, offset))),
  );
  sftp.on("CLOSE", (id, handle) =>
    on(undefined, id, async () => {
      const opened = handles.get(handle.toString());
      handles.delete(handle.toString());
      if (opened !== undefined && !Array.isArray(opened)) await opened.close();
      return status(STATUS_CODE.OK);
    }),
  );
}

function serveFolders(session: SftpSession): void {
  const { sftp, pathOf, on, handles } = session;
  sftp.on("OPENDIR", (id, path) =>
    on("OPENDIR", id, async () => handleOf(session, await entriesOf(pathOf(path)))),
  );
  sftp.on("READDIR", (id, handle) =>
    on(undefined, id, async () => {
      const entries = handles.get(handle.toString());
      const rest = Array.isArray(entries) ? entries.splice(0) : [];
      return rest.length === 0 ? status(STATUS_CODE.EOF) : (to, at) => to.name(at, rest);
    }),
  );
  sftp.on("MKDIR", (id, path) => on(undefined, id, () => done(mkdir(pathOf(path), 0o700))));
}

function serveNames({ sftp, pathOf, on }: SftpSession): void {
  sftp.on("LSTAT", (id, path) =>
    on("LSTAT", id, async () => {
      const attributes = await attributesOf(pathOf(path));
      return (to, at) => to.attrs(at, attributes);
    }),
  );
  sftp.on("REMOVE", (id, path) => on("REMOVE", id, () => done(unlink(pathOf(path)))));
  sftp.on("RENAME", (id, from, to) =>
    on("RENAME", id, async () => {
      // Version 3 of the protocol never overwrites on rename.
      const isFree = await lstat(pathOf(to)).then(
        () => false,
        () => true,
      );
      return isFree ? done(rename(pathOf(from), pathOf(to))) : status(STATUS_CODE.FAILURE);
    }),
  );
}

let lastHandle = 0;

function handleOf({ handles }: SftpSession, opened: FileHandle | FileEntry[]): Reply {
  lastHandle += 1;
  const handle = Buffer.from(String(lastHandle));
  handles.set(handle.toString(), opened);
  return (to, id) => to.handle(id, handle);
}

async function entriesOf(path: string): Promise<FileEntry[]> {
  const entries: FileEntry[] = [];
  for (const filename of await readdir(path)) {
    entries.push({ filename, longname: filename, attrs: await attributesOf(join(path, filename)) });
  }
  return entries;
}

async function attributesOf(path: string): Promise<Attributes> {
  const { mode, uid, gid, size, atimeMs, mtimeMs } = await lstat(path);
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
}

async function done(work: Promise<unknown>): Promise<Reply> {
  await work;
  return status(STATUS_CODE.OK);
}

function status(code: number): Reply {
  return (to, id) => to.status(id, code);
}

function statusOf(error: unknown): Reply {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return status(STATUS_CODE.NO_SUCH_FILE);
  return status(code === "EACCES" ? STATUS_CODE.PERMISSION_DENIED : STATUS_CODE.FAILURE);
}
