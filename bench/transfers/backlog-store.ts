import { withClient } from "../../service/src/db/client.ts";
import type { ConnectionTarget } from "../../service/src/db/pool.ts";
import type { Backlog } from "./backlog.ts";

const selectBacklog = `
  SELECT (SELECT count(*) FROM event_outbox)::int AS events, (SELECT count(*) FROM webhook_queue)::int AS deliveries`;

export function readBacklog(target: ConnectionTarget): Promise<Backlog> {
  return withClient(target, "florin bench backlog", async (client) => {
    const { rows } = await client.query<Backlog>(selectBacklog);
    return rows[0] ?? { events: Number.NaN, deliveries: Number.NaN };
  });
}
