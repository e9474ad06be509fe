import pg from "pg";

/** A statement as the service called it. */
export interface StatementCall {
  readonly text: string;
  readonly values: readonly unknown[];
}

const maxCallsOfText = 5;

/** Records the prepared statements that this process runs during the work: the last few calls of each text. */
export async function recordCalls<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly calls: readonly StatementCall[] }> {
  const calls = new Map<string, StatementCall[]>();
  const { query } = pg.Client.prototype;
  const recording = function (this: pg.Client, ...args: readonly unknown[]): unknown {
    const [config] = args;
    if (isPrepared(config)) {
      const { text, values = [] } = config;
      calls.set(text, [...(calls.get(text) ?? []), { text, values }].slice(-maxCallsOfText));
    }
    return Reflect.apply(query, this, args);
  };
  pg.Client.prototype.query = recording as typeof query;
  try {
    const result = await work();
    return { result, calls: [...calls.values()].flat() };
  } finally {
    pg.Client.prototype.query = query;
  }
}

function isPrepared(
  config: unknown,
): config is { readonly text: string; readonly values?: readonly unknown[] } {
  return typeof config === "object" && config !== null && "name" in config && "text" in config;
}
