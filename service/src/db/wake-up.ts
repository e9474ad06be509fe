import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createNotifyChannel, type NotifyChannel } from "./notify-channel.ts";
import type { ConnectionTarget } from "./pool.ts";

/**
 * Wakes workers when there may be work, at once in this process and soon after on other nodes. It is a hint and may get
 * lost, so listeners also poll.
 */
export interface WakeUp {
  /** Call it after the commit (`tx.afterCommit`), never inside a transaction. Never throws. */
  nudge(topic: string): void;
  /** Returns a function that removes the listener. */
  listen(topic: string, wake: () => void): () => void;
  close(): Promise<void>;
}

export interface WakeUpOptions {
  readonly connection: ConnectionTarget;
  readonly applicationName: string;
  readonly onError: (error: unknown) => void;
}

// Nudges of one topic within this time reach the other nodes as one message.
const holdOffMs = 5;
const nodeNameBytes = 8;

/**
 * NOTIFY inside a transaction makes all notifying commits queue for one lock, so it is sent outside of them, on the
 * connection that also listens, and many nudges become one message.
 */
export function createWakeUp(options: WakeUpOptions): WakeUp {
  const node = randomBytes(nodeNameBytes).toString("hex");
  const listeners = new Map<string, Set<() => void>>();
  const wakeAll = (): void => {
    for (const topic of listeners.keys()) wakeTopic(listeners, topic);
  };
  const channel = createNotifyChannel({
    ...options,
    // While the connection was down any message may have been missed.
    onConnected: wakeAll,
    onMessage: (message) => {
      const [sender, topic] = message.split(" ", 2);
      if (sender !== node && topic !== undefined) wakeTopic(listeners, topic);
    },
  });
  const sender = createSender(channel, node);

  return {
    nudge: (topic) => {
      wakeTopic(listeners, topic);
      sender.send(topic);
    },
    listen: (topic, wake) => {
      const wakes = listeners.get(topic) ?? new Set();
      listeners.set(topic, wakes.add(wake));
      return () => wakes.delete(wake);
    },
    close: async () => {
      await sender.stop();
      await channel.close();
    },
  };
}

function wakeTopic(listeners: ReadonlyMap<string, ReadonlySet<() => void>>, topic: string): void {
  for (const wake of listeners.get(topic) ?? []) wake();
}

interface Sender {
  send(topic: string): void;
  stop(): Promise<void>;
}

/** The first nudge is sent at once; those that follow within the hold-off are sent together at its end. */
function createSender(channel: NotifyChannel, node: string): Sender {
  const stopping = new AbortController();
  const waiting = new Set<string>();
  let sending: Promise<void> | undefined;

  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const messages = [...waiting].map((topic) => `${node} ${topic}`);
      waiting.clear();
      await channel.notify(messages);
      await sleep(holdOffMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    sending = undefined;
  };

  return {
    send: (topic) => {
      waiting.add(topic);
      sending ??= sendAll();
    },
    stop: async () => {
      stopping.abort();
      await sending;
    },
  };
}
