import { BankUnavailableError } from "../bank.ts";

/** Folders from our point of view: we write to the outbox, the bank writes to the inbox. */
export const placeFolders = ["outbox", "inbox", "archive", "quarantine", "sent"] as const;
export type PlaceFolder = (typeof placeFolders)[number];

/**
 * File storage shared with the bank: a local folder, or one on a server. Throws a BankUnavailableError when it is
 * unreachable. Names are those of files directly in one of its folders.
 */
export interface FilePlace {
  /** Regular files only, no links or folders. */
  list(folder: PlaceFolder): Promise<readonly PlacedFile[]>;
  find(spot: FileSpot): Promise<PlacedFile | undefined>;
  /** The first `maxBytes` bytes of the file. */
  read(spot: FileSpot, maxBytes: number): Promise<Buffer | "missing" | "denied">;
  /** Creates or overwrites the file. It is on disk when this resolves, but may be visible half written before. */
  write(spot: FileSpot, bytes: Buffer): Promise<void>;
  /** Atomic; false when there is nothing to move. The target must not exist. */
  move(from: FileSpot, to: FileSpot): Promise<boolean>;
  /** Does nothing when the file does not exist. */
  remove(spot: FileSpot): Promise<void>;
  /** Closes connections. The storage can be used again. */
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

/** Every disk or network failure means the same to the caller: the bank is unreachable. */
export async function reaching<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BankUnavailableError) throw error;
    throw new BankUnavailableError(`The bank's files cannot be reached: ${what}`, { cause: error });
  }
}
