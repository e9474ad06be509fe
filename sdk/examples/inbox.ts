import type { FlorinEvent } from "@florin/sdk";

/** Where events are kept until somebody works on them. */
export interface Inbox {
  /** Resolves once the event is kept. One that is there already came twice, which is no error. */
  keep(event: FlorinEvent): Promise<void>;
}

/** For trying things out. What counts is kept in a table with the event's id as its key, and outlives the process. */
export function createMemoryInbox(work: (event: FlorinEvent) => void): Inbox {
  const ids = new Set<string>();
  return {
    keep: async (event) => {
      if (ids.has(event.id)) return;
      ids.add(event.id);
      work(event);
    },
  };
}
