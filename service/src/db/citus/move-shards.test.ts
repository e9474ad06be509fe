import { expect, test } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { withClient } from "../client.ts";
import { moveShard } from "./move-shards.ts";

/** What a move needs of Citus; the function fails with this error until it was called often enough. */
const fakeCitus = (error: string): string => `
  CREATE TABLE citus_shards (shardid bigint, nodename text, nodeport integer);
  CREATE TABLE pg_dist_node (nodename text, nodeport integer);
  INSERT INTO citus_shards VALUES (1, 'from', 1);
  INSERT INTO pg_dist_node VALUES ('from', 1), ('to', 2);
  CREATE SEQUENCE calls;
  CREATE FUNCTION citus_move_shard_placement(bigint, text, integer, text, integer) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN IF nextval('calls') < 3 THEN RAISE ${error}; END IF; END $$`;

test.each([
  ["deadlock_detected", 3],
  ["insufficient_privilege", 1],
])("a move that fails with %s is tried %i times", async (error, calls) => {
  await using testDatabase = await createTestDatabase({ empty: true });
  await withClient(testDatabase.target, "florin test", async (client) => {
    await client.query(fakeCitus(error));
    const outcome = await moveShard(client, { shard: "1", to: "to:2" }).catch(
      (failure: Error) => failure.message,
    );
    expect(outcome).toBe(calls === 3 ? undefined : error);
    const { rows } = await client.query("SELECT last_value::int AS calls FROM calls");
    expect(rows).toEqual([{ calls }]);
  });
});
