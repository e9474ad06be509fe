import type { WakeUp } from "../../db/wake-up.ts";
import { defineConsumer, type EventConsumer, insertIntoFeeds } from "../../events/index.ts";

/** The wake-up topic for streams of tenant feeds. */
export const feedTopic = "feed";

/** Adds every event to the feed of its tenant. */
export function createFeedConsumer({ wakeUp }: { readonly wakeUp: Pick<WakeUp, "nudge"> }): EventConsumer {
  return defineConsumer({
    name: "feed",
    handle: async (tx, events) => {
      await insertIntoFeeds(tx, events);
      tx.afterCommit(() => wakeUp.nudge(feedTopic));
    },
  });
}
