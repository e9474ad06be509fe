import { expect, test } from "vitest";
import { findCatalogueProblems } from "../../test/catalogue.ts";
import { createTestDatabase } from "../../test/database.ts";
import { statement } from "./statement.ts";

test("every table follows the rules that keep the schema distributable by tenant", async () => {
  await using testDatabase = await createTestDatabase();
  expect(await findCatalogueProblems(testDatabase.database)).toEqual([]);
});

const planted: readonly (readonly [string, string])[] = [
  ["CREATE TABLE bad (id int PRIMARY KEY)", "bad does not say in its comment"],
  [
    'CREATE TABLE bad (tenant_id text COLLATE "C" NOT NULL, id text COLLATE "C", PRIMARY KEY (tenant_id, id)); COMMENT ON TABLE bad IS \'tenant: x\'',
    "bad is a tenant table without a required network",
  ],
  [tenantTable("PRIMARY KEY (id, tenant_id)"), "primary key bad_pkey of bad does not start with tenant_id"],
  [
    tenantTable("PRIMARY KEY (tenant_id, id), UNIQUE (id)"),
    "unique key bad_id_key of bad does not start with tenant_id",
  ],
  [
    `${tenantTable("PRIMARY KEY (tenant_id, id)")}; CREATE UNIQUE INDEX bad_expression ON bad (lower(id))`,
    "unique key bad_expression of bad does not start with tenant_id",
  ],
  [
    tenantTable("PRIMARY KEY (tenant_id, id), FOREIGN KEY (tenant_id) REFERENCES deployment_facts (name)"),
    "points to deployment_facts, which is no tenant table",
  ],
  [tenantTable("PRIMARY KEY (tenant_id, id), amount double precision"), "bad.amount is a float"],
  [
    tenantTable("PRIMARY KEY (tenant_id, id), amount numeric(10,2)"),
    "bad.amount is numeric(10,2), not numeric(38,0)",
  ],
  [tenantTable("PRIMARY KEY (tenant_id, id), at timestamp"), "bad.at is a timestamp without time zone"],
  [tenantTable("PRIMARY KEY (tenant_id, id), n bigserial"), "bad.n is numbered by the database"],
  [tenantTable("PRIMARY KEY (tenant_id, id), owner_id text"), 'bad.owner_id is an id without COLLATE "C"'],
  [
    `${tenantTable("PRIMARY KEY (tenant_id, id)")};
     CREATE TRIGGER t BEFORE UPDATE ON bad FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    "bad has a trigger",
  ],
];

test("each rule detects a table that breaks it", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  for (const [ddl, problem] of planted) {
    for (const part of ddl.split(";")) await database.run(statement(part));
    expect(await findCatalogueProblems(database), ddl).toEqual([expect.stringContaining(problem)]);
    await database.run(statement("DROP TABLE bad"));
  }
});

function tenantTable(rest: string): string {
  return `CREATE TABLE bad (tenant_id text COLLATE "C" NOT NULL, network text NOT NULL, id text COLLATE "C" NOT NULL, ${rest});
    COMMENT ON TABLE bad IS 'tenant: planted'`;
}
