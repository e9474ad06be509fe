import { CommandError, InterruptedError } from "./failure.ts";
import type { Surroundings } from "./surroundings.ts";

/** The administrative half: `@florin/service/admin`, loaded when a command needs it and not before. */
export type AdminDoor = typeof import("@florin/service/admin");

type AdminContext = Awaited<ReturnType<AdminDoor["openAdmin"]>>;

/** Does something with the door, and puts into words what it refuses. */
export async function useDoor<T>(work: (door: AdminDoor) => Promise<T>): Promise<T> {
  const door = await loadDoor();
  try {
    return await work(door);
  } catch (error) {
    const explanation = door.explainError(error);
    throw explanation === undefined ? error : new CommandError(explanation, { cause: error });
  }
}

/** Opens the service's database for a command, and leaves it as it was found, also after ^C. */
export function withAdmin<T>(
  { environment, stderr, signal, operator }: Surroundings,
  command: string,
  work: (door: AdminDoor, admin: AdminContext) => Promise<T>,
): Promise<T> {
  const onProgress = (message: string): void => stderr.write(`${message}\n`);
  return useDoor(async (door) => {
    const admin = await door.openAdmin(environment, {
      command,
      onProgress,
      ...(operator === undefined ? {} : { operator }),
    });
    return unlessInterrupted(signal, admin, () => work(door, admin));
  });
}

/** Works until it is done or ^C comes, and closes what was opened in either case. */
export async function unlessInterrupted<T>(
  signal: AbortSignal,
  opened: { close(): Promise<void> },
  work: () => Promise<T>,
): Promise<T> {
  let stopListening = (): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    const give = (): void => reject(new InterruptedError("interrupted"));
    signal.addEventListener("abort", give, { once: true });
    stopListening = () => signal.removeEventListener("abort", give);
  });
  try {
    if (signal.aborted) throw new InterruptedError("interrupted");
    return await Promise.race([work(), interrupted]);
  } finally {
    stopListening();
    await opened.close();
  }
}

async function loadDoor(): Promise<AdminDoor> {
  try {
    return await import("@florin/service/admin");
  } catch (error) {
    throw isServiceMissing(error) ? serviceMissing(error) : error;
  }
}

/** A package of the service's own that is missing is another matter, and is told as what it is. */
function isServiceMissing(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return false;
  return /^Cannot find (?:package|module) '[^']*(?:@florin[\\/]service|service[\\/]dist[\\/]admin[\\/]index\.js)/.test(
    error.message,
  );
}

function serviceMissing(cause: Error): CommandError {
  return new CommandError(
    "administrative commands run where the service is installed, and it is not installed here. Run this on a machine " +
      "that runs Florin; in a checkout that was built in part, run: npm run build",
    { cause },
  );
}
