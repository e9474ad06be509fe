import { BankUnavailableError } from "../bank.ts";

/** The folders of a place, seen from us: we write into the outbox, the bank writes into the inbox. */
export const placeFolders = ["outbox", "inbox", "archive", "quarantine", "sent"] as const;
export type PlaceFolder = (typeof placeFolders)[number];

/**
 * Where files are exchanged: a folder of this machine, or one on a server. Throws a BankUnavailableError when it cannot
 * be reached. Names are those of files directly in one of its folders.
 */
export interface FilePlace {
  /** Ordinary files; links and folders are none. */
  list(folder: PlaceFolder): Promise<readonly PlacedFile[]>;
  find(spot: FileSpot): Promise<PlacedFile | undefined>;
  /** The beginning of the file, at most so many bytes. */
  read(spot: FileSpot, maxBytes: number): Promise<Buffer | "missing" | "denied">;
  /** Creates it or writes it anew; it is on the disk when this answers, but may be seen half written before. */
  write(spot: FileSpot, bytes: Buffer): Promise<void>;
  /** In one step; false when there is nothing to move. The other spot must be free. */
  move(from: FileSpot, to: FileSpot): Promise<boolean>;
  /** Without complaint when there is nothing. */
  remove(spot: FileSpot): Promise<void>;
  /** Lets go of connections. The place can be used again. */
  close(): Promise<void>;
}

export interface FileSpot {
  readonly folder: PlaceFolder;
  readonly name: string;
}

export interface PlacedFile {
  readonly name: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/** Whatever goes wrong with a disk or a line is for us one thing: the bank cannot be reached now. */
export async function reaching<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BankUnavailableError) throw error;
    throw new BankUnavailableError(`The bank's files cannot be reached: ${what}`, { cause: error });
  }
}
