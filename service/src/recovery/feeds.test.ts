import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { eventually } from "../../test/eventually.ts";
import { openFeedEnvironment } from "../../test/feed-environment.ts";
import { markRestored } from "../../test/recovery.ts";
import { selectFeedEnds } from "../events/feed-store.ts";
import { type AccountId, tenantOf } from "../kernel/id.ts";
import { addMs } from "../kernel/instant.ts";
import { advanceNumbers } from "./advance.ts";

const skipped = 1_000_060_000;

test("after a recovery, feeds continue behind every number that a consumer can have read, one page away", async () => {
  const env = await openFeedEnvironment();
  try {
    const { database } = env.api;
    const owner = await env.api.createClient();
    const other = await env.api.createClient();
    const path = `/accounts/${owner.accountId}/events?page[size]=2`;
    const list = async (query: string) => (await env.get(`${path}&${query}`, { token: owner.token })).body;
    const sequencesOf = (page: { readonly events: readonly { readonly sequence: number }[] }) =>
      page.events.map(({ sequence }) => sequence);
    await markRestored(database);
    await env.happen(owner.accountId, ["note.created", "note.changed"], { owner });
    await eventually(async () =>
      expect(sequencesOf(await list("include_managed=true&order=oldest"))).toEqual([1, 2]),
    );
    await database.transaction((tx) => advanceNumbers(tx, addMs(createManualClock().now(), 60_000)));
    await env.happen(owner.accountId, ["note.created"], { owner });
    await eventually(async () =>
      expect(sequencesOf(await list("include_managed=true&order=newest"))).toEqual([skipped + 3]),
    );
    for (const query of ["include_managed=false", "include_managed=true", "type=note.created"]) {
      const isFiltered = query.startsWith("type");
      const newest = await list(`${query}&order=newest`);
      const older = await list(`${query}&order=newest&page[after]=${newest.pagination.next}`);
      expect([...sequencesOf(newest), ...sequencesOf(older)]).toEqual([
        skipped + 3,
        ...(isFiltered ? [1] : [2, 1]),
      ]);
      const oldest = await list(`${query}&order=oldest`);
      const newer = await list(`${query}&order=oldest&page[after]=${oldest.pagination.next}`);
      expect([...sequencesOf(oldest), ...sequencesOf(newer)]).toEqual([
        ...(isFiltered ? [1] : [1, 2]),
        skipped + 3,
      ]);
      expect(newer.pagination.has_more).toBe(false);
    }
    await env.happen(other.accountId, ["note.created"], { owner: other });
    const { body } = await env.get(`/accounts/${other.accountId}/events`, { token: other.token });
    expect(sequencesOf(body)).toEqual([skipped + 1]);
    const endOf = async ({ accountId }: { readonly accountId: AccountId }) => {
      const feed = { tenantId: tenantOf(accountId), network: "testnet" } as const;
      return (await selectFeedEnds(database, [feed]))[0]?.lastNumber;
    };
    expect(await endOf(owner)).toBe(BigInt(skipped + 3));
    expect(await endOf(other)).toBeGreaterThanOrEqual(BigInt(skipped));
  } finally {
    await env.stop();
  }
});
