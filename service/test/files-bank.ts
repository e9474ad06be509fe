import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Instant, instantFromMs } from "../src/kernel/instant.ts";
import type { BankIdentity } from "../src/rails/bank.ts";
import type { FilePlace, PlaceFolder } from "../src/rails/files/file-place.ts";
import { createFilesBank, type FilesBank } from "../src/rails/files/files-bank.ts";
import { createFolderPlace } from "../src/rails/files/folder-place.ts";
import { createSftpPlace, type SftpAddress } from "../src/rails/files/sftp-place.ts";
import type { BankEnvironment } from "./bank-suite.ts";
import { makeDataFolder } from "./data-folder.ts";
import { type SftpServer, startSftpServer } from "./sftp-server.ts";

export const testIdentity: BankIdentity = {
  bankName: "First Example Bank",
  bankAddress: "1 Main Street, Springfield, IL 62701",
  routingNumber: "091000019",
  accountNumber: "4400123456",
  companyName: "Florin Example",
  companyId: "1123456789",
  beneficiaryName: "Florin Example Inc",
  beneficiaryAddress: "2 Main Street, Springfield, IL 62701",
  virtualAccountPrefix: "8800",
};

export const settleMs = 3_000;
const start = instantFromMs(Date.UTC(2026, 10, 17, 15));

export interface FilesBankEnvironment extends BankEnvironment {
  readonly bank: FilesBank;
  readonly place: FilePlace;
  /** The directory with the folders, as the bank sees it. */
  readonly root: string;
  /** The same bank, as a new process sees it. */
  reopen(): FilesBank;
  /** Writes a file into the inbox. */
  put(name: string, content: string | Buffer): Promise<void>;
  /** Collects, and lets enough time pass that the files seen count as complete. */
  settle(): Promise<void>;
  advance(durationMs: number): void;
  filesIn(folder: PlaceFolder): Promise<readonly string[]>;
  contentOf(folder: PlaceFolder, name: string): Promise<string>;
}

export type SftpBankEnvironment = FilesBankEnvironment & {
  readonly server: SftpServer;
  readonly address: SftpAddress;
};

export async function openFolderBank(): Promise<FilesBankEnvironment> {
  const folder = await makeDataFolder();
  const root = join(folder.path, "bank");
  const breakOff = async (): Promise<void> => {
    await rm(root, { recursive: true });
    await writeFile(root, "a file where the folder was");
  };
  return openEnvironment(root, createFolderPlace(root), breakOff, () => folder[Symbol.asyncDispose]());
}

/** A busy machine reaches none of these. */
export const patientSftp = { connectMs: 240_000, operationMs: 240_000, idleMs: 240_000 } as const;

export async function openSftpBank(): Promise<SftpBankEnvironment> {
  const folder = await makeDataFolder();
  const root = join(folder.path, "bank");
  await mkdir(root);
  const server = await startSftpServer(folder.path);
  const { port, user, privateKey, hostKeySha256 } = server;
  const address = { host: "127.0.0.1", port, user, directory: "/bank", privateKey, hostKeySha256 };
  const place = createSftpPlace(address, patientSftp);
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    await server.stop();
  };
  const env = openEnvironment(root, place, stop, async () => {
    await stop();
    await folder[Symbol.asyncDispose]();
  });
  return { ...env, server, address };
}

function openEnvironment(
  root: string,
  place: FilePlace,
  breakOff: () => Promise<void>,
  remove: () => Promise<void>,
): FilesBankEnvironment {
  let now: Instant = start;
  let count = 0;
  const clock = { now: () => now };
  const reopen = (): FilesBank =>
    createFilesBank({ network: "mainnet", identity: testIdentity, clock, leadMinutes: 30, place, settleMs });
  const bank = reopen();
  const advance = (durationMs: number): void => {
    now = instantFromMs(now + durationMs);
  };
  const settle = async (): Promise<void> => {
    await bank.collect(1);
    advance(settleMs);
  };
  const put = async (name: string, content: string | Buffer): Promise<void> => {
    await mkdir(join(root, "inbox"), { recursive: true });
    await writeFile(join(root, "inbox", name), content);
  };
  const filesIn = async (folder: PlaceFolder): Promise<readonly string[]> =>
    (await readdir(join(root, folder)).catch((): string[] => [])).toSorted();
  return {
    bank,
    place,
    root,
    reopen,
    put,
    settle,
    advance,
    filesIn,
    contentOf: (folder, name) => readFile(join(root, folder, name), "utf8"),
    fileToDeliver: () => {
      count += 1;
      return { name: `florin-${count}.ach`, bytes: Buffer.from(`content ${count}`) };
    },
    takenCount: async () => (await filesIn("outbox")).filter((name) => !name.startsWith(".")).length,
    arrive: async () => {
      count += 1;
      await put(`bank-${String(count).padStart(4, "0")}.xml`, `<content>${count}</content>`);
      await settle();
    },
    breakOff,
    close: async () => {
      await bank.close();
      await remove();
    },
  };
}
