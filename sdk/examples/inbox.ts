import type { FlorinEvent } from "@florin/sdk";

/** Stores events until they are processed. */
export interface Inbox {
  /** Resolves once the event is stored. A duplicate is not an error. */
  keep(event: FlorinEvent): Promise<void>;
}

/** For experiments. In production, store events in a table with the event id as its key. */
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
