import { assert } from "../kernel/assert.ts";
import type { FactsVersions, Session } from "./database.ts";
import { type SqlValue, type Statement, statement } from "./statement.ts";

/** The scope of what all tenants share. */
const platform = "platform";

/** The facts that a transaction has read and changed. */
export interface FactsGuard {
  /** Notes the versions, and reads them first if they are not given. */
  watch(tenantId: string, versions?: FactsVersions): Promise<FactsVersions | undefined>;
  noteChange(changing: Statement, values: readonly SqlValue[]): void;
  /** Whether the transaction must end with `settle`. */
  isDue(): boolean;
  /** Fails with a serialization failure if facts that were read have changed, so that the transaction runs again. */
  settle(): Promise<void>;
}

export function createFactsGuard(session: Session): FactsGuard {
  const read = new Map<string, bigint>();
  const reading = new Map<string, Promise<void>>();
  const changed = new Set<string>();
  const readVersions = async (tenantId: string): Promise<void> => {
    const versions = await session.first(selectVersions, [tenantId]);
    assert(versions !== undefined, "a function returns a row");
    note(tenantId, versions);
  };
  const note = (tenantId: string, { ofTenant, ofPlatform }: FactsVersions): void => {
    if (!read.has(tenantId)) read.set(tenantId, ofTenant);
    if (!read.has(platform)) read.set(platform, ofPlatform);
  };
  return {
    watch: async (tenantId, versions) => {
      if (versions !== undefined) note(tenantId, versions);
      if (!read.has(tenantId)) {
        const begun = reading.get(tenantId) ?? readVersions(tenantId);
        reading.set(tenantId, begun);
        await begun;
      }
      const [ofTenant, ofPlatform] = [read.get(tenantId), read.get(platform)];
      const isChangedHere = changed.has(tenantId) || changed.has(platform);
      return isChangedHere || ofTenant === undefined || ofPlatform === undefined
        ? undefined
        : { ofTenant, ofPlatform };
    },
    noteChange: ({ changesFacts }, values) => {
      if (changesFacts === undefined) return;
      const scope = changesFacts === "platform" ? platform : (values[changesFacts - 1] ?? platform);
      assert(typeof scope === "string", "a statement that changes facts names its tenant");
      changed.add(scope);
    },
    isDue: () => read.size > 0 || changed.size > 0,
    settle: async () => {
      await session.run(settleFacts, [[...read.keys()], [...read.values()], [...changed]]);
    },
  };
}

const selectVersions = statement<FactsVersions>(
  `SELECT facts_version($1) AS of_tenant, facts_version('${platform}') AS of_platform`,
);

/** The columns of `FactsVersions` in another statement, whose parameter is the tenant. */
export function factsVersionColumns(tenantParameter: string): string {
  return `(SELECT facts_version(${tenantParameter})) AS of_tenant, (SELECT facts_version('${platform}')) AS of_platform`;
}

const settleFacts = statement("SELECT settle_facts($1::text[], $2::bigint[], $3::text[])");
