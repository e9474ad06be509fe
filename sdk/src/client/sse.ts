import { ConnectionError } from "./errors.ts";

/** A block of server-sent events; without data, it only sets the position or the delay. */
export interface SseBlock {
  readonly id?: string;
  readonly data?: string;
  /** Delay before a reconnection. */
  readonly retryMs?: number;
}

/** Parses `text/event-stream`. `onBytes` is called for all that arrives, also for comments. */
export async function* readSse(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<SseBlock> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(lost);
      // A block that is not complete at the end is dropped; it comes again after the reconnection.
      if (done) return;
      onBytes();
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r/);
      text = blocks.pop() ?? "";
      for (const block of blocks) yield parseBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function lost(cause: unknown): never {
  throw new ConnectionError("the stream was interrupted", { cause });
}

function parseBlock(block: string): SseBlock {
  const fields = new Map<string, string>();
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name, value = ""] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === undefined) continue;
    const earlier = name === "data" ? fields.get(name) : undefined;
    fields.set(name, earlier === undefined ? value : `${earlier}\n${value}`);
  }
  const [id, data, retry] = [fields.get("id"), fields.get("data"), fields.get("retry") ?? ""];
  return {
    ...(id === undefined ? {} : { id }),
    ...(data === undefined ? {} : { data }),
    ...(/^\d+$/.test(retry) ? { retryMs: Number(retry) } : {}),
  };
}
