import pg from "pg";

/** A privilege of a role on a shard that differs from the one on its table. */
interface ShardRight {
  /** `host:port` of the node. */
  readonly node: string;
  readonly shard: string;
  readonly privilege: string;
  /** True if the role may do on the shard what it may not do on the table; otherwise the reverse. */
  readonly isExcess: boolean;
}

export interface ShardRights {
  readonly differing: readonly ShardRight[];
  /** Nodes that could not be reached. */
  readonly unread: readonly string[];
}

/**
 * Compares what a role may do with each shard and with its table. Append-only tables are protected by privileges, but
 * Citus copies no REVOKE from the owner to the shards: it binds only a role that has its privileges by GRANT.
 */
export async function findShardRights(client: pg.Client, role: string): Promise<ShardRights> {
  const tables = await client.query<Granted>(privilegesOn(role, "NOT relation_is_a_known_shard(oid)"));
  const nodes = await client.query<NodeReply>(onAllNodes, [
    `SELECT coalesce(json_agg(found), '[]') FROM (${privilegesOn(role, "relation_is_a_known_shard(oid)")}) AS found`,
  ]);
  const byTable = new Map(tables.rows.map((table) => [table.name, table.privileges]));
  const read = nodes.rows.filter(({ success }) => success);
  const differing = read.flatMap(({ node, result }) =>
    (JSON.parse(result) as readonly Granted[]).flatMap(({ name, privileges }) => {
      const expected = byTable.get(name.replace(/_\d+$/, ""));
      if (expected === undefined) return [];
      return differences(expected, privileges).map((found) => ({ node, shard: name, ...found }));
    }),
  );
  return { differing, unread: nodes.rows.filter(({ success }) => !success).map(({ node }) => node) };
}

interface Granted {
  readonly name: string;
  readonly privileges: readonly string[];
}

interface NodeReply {
  readonly node: string;
  readonly success: boolean;
  readonly result: string;
}

function differences(
  ofTable: readonly string[],
  ofShard: readonly string[],
): readonly Pick<ShardRight, "privilege" | "isExcess">[] {
  return [
    ...ofShard.filter((each) => !ofTable.includes(each)).map((privilege) => ({ privilege, isExcess: true })),
    ...ofTable.filter((each) => !ofShard.includes(each)).map((privilege) => ({ privilege, isExcess: false })),
  ];
}

/** The command runs on other nodes, too, so it has no parameters. */
function privilegesOn(role: string, condition: string): string {
  const name = pg.escapeLiteral(role);
  return `
    SELECT relname::text AS name,
           ARRAY(SELECT privilege FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS privilege
                  WHERE has_table_privilege(${name}, pg_class.oid, privilege)) AS privileges
      FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND ${condition}`;
}

const onAllNodes = `
  SELECT nodename || ':' || nodeport AS node, success, result
    FROM run_command_on_all_nodes($1) JOIN pg_dist_node USING (nodeid) ORDER BY node`;
