import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { systemRandom } from "../kernel/random.ts";
import { connectClient } from "./client.ts";
import { pauseAfterFailures } from "./poll-loop.ts";
import type { ConnectionTarget } from "./pool.ts";

/** A connection for LISTEN and NOTIFY that reconnects automatically. */
export interface NotifyChannel {
  /** Sends the messages when connected and drops them otherwise. One call at a time; never rejects. */
  notify(messages: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface NotifyChannelOptions {
  readonly connection: ConnectionTarget;
  readonly applicationName: string;
  readonly onConnected: () => void;
  readonly onMessage: (message: string) => void;
  readonly onError: (error: unknown) => void;
}

const channelName = "florin_wake_up";
const notifyText = `SELECT pg_notify('${channelName}', message) FROM unnest($1::text[]) AS message`;

export function createNotifyChannel(options: NotifyChannelOptions): NotifyChannel {
  const closing = new AbortController();
  let current: pg.Client | undefined;

  const connectOnce = async (): Promise<void> => {
    const client = await connectClient(options.connection, options.applicationName);
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    client.on("notification", ({ payload }) => options.onMessage(payload ?? ""));
    client.on("error", options.onError);
    try {
      await client.query(`LISTEN ${channelName}`);
      if (!closing.signal.aborted) {
        current = client;
        options.onConnected();
        await Promise.race([ended, aborted(closing.signal)]);
      }
    } finally {
      current = undefined;
      await client.end().catch(() => undefined);
    }
  };

  const keepConnected = async (): Promise<void> => {
    let failures = 0;
    while (!closing.signal.aborted) {
      try {
        await connectOnce();
        failures = 1;
      } catch (error) {
        failures += 1;
        options.onError(error);
      }
      const pauseMs = pauseAfterFailures(failures, systemRandom());
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };

  const kept = keepConnected();
  return {
    notify: async (messages) => {
      await current?.query(notifyText, [messages]).catch(options.onError);
    },
    close: async () => {
      closing.abort();
      await kept;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
