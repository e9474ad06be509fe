import type { CommandContext } from "./command-context.ts";
import { CommandError, InterruptedError } from "./failure.ts";

/** The admin API of the service, `@florin/service/admin`. Loaded only when a command needs it. */
export type AdminApi = typeof import("@florin/service/admin");

export type AdminContext = Awaited<ReturnType<AdminApi["openAdmin"]>>;

/** Runs work with the admin API, and turns known errors into a `CommandError` with an explanation. */
export async function useAdminApi<T>(work: (api: AdminApi) => Promise<T>): Promise<T> {
  const api = await loadAdminApi();
  try {
    return await work(api);
  } catch (error) {
    const explanation = api.explainError(error);
    throw explanation === undefined ? error : new CommandError(explanation, { cause: error });
  }
}

/** Opens the service's database for one command, and closes it afterwards, even after ^C. */
export function withAdmin<T>(
  context: CommandContext,
  command: string,
  work: (api: AdminApi, admin: AdminContext) => Promise<T>,
): Promise<T> {
  return useAdminApi(async (api) => {
    const admin = await api.openAdmin(context.environment, openingOptions(context, command));
    return unlessInterrupted(context.signal, admin, () => work(api, admin));
  });
}

/** How a command opens the database: under its name, as its operator, with progress on standard error. */
export function openingOptions({ stderr, operator }: CommandContext, command: string) {
  const onProgress = (message: string): void => stderr.write(`${message}\n`);
  return { command, onProgress, ...(operator === undefined ? {} : { operator }) };
}

/** Runs work until it finishes or ^C is pressed, and closes `opened` in either case. */
export async function unlessInterrupted<T>(
  signal: AbortSignal,
  opened: { close(): Promise<void> },
  work: () => Promise<T>,
): Promise<T> {
  let stopListening = (): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    const interrupt = (): void => reject(new InterruptedError("interrupted"));
    signal.addEventListener("abort", interrupt, { once: true });
    stopListening = () => signal.removeEventListener("abort", interrupt);
  });
  try {
    if (signal.aborted) throw new InterruptedError("interrupted");
    return await Promise.race([work(), interrupted]);
  } finally {
    stopListening();
    await opened.close();
  }
}

/** All values of an async iterable. */
export async function collected<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

async function loadAdminApi(): Promise<AdminApi> {
  try {
    return await import("@florin/service/admin");
  } catch (error) {
    throw isServiceMissing(error) ? serviceMissing(error) : error;
  }
}

/** Only the service package itself counts: a missing dependency of the service is reported as it is. */
function isServiceMissing(error: unknown): error is Error {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_MODULE_NOT_FOUND") return false;
  return /^Cannot find (?:package|module) '[^']*(?:@florin[\\/]service|service[\\/]dist[\\/]admin[\\/]index\.js)/.test(
    error.message,
  );
}

function serviceMissing(cause: Error): CommandError {
  return new CommandError(
    "admin commands require the service, which is not installed here. Run this on a machine that runs Florin; in a " +
      "partially built checkout, run: npm run build",
    { cause },
  );
}
