type Files = Readonly<Record<string, string>>;

/** For each rule: small trees with exactly one offense, and trees that only look like one. */
interface Plants {
  readonly offenders: readonly [Files, ...Files[]];
  readonly innocents: readonly [Files, ...Files[]];
}

// Texts that the rules search for are assembled from parts, so that this file follows the rules itself.
const putOff = `TO${"DO"}`;
const machineFolder = `/wo${"rk"}/`;
const registry = ["registry", "npmjs", "org"].join(".");
const testDot = `test${"."}`;

const apacheLicence = `${" ".repeat(33)}Apache License\n${" ".repeat(27)}Version 2.0, January 2004\n`;
const lines = (count: number): string => "const line = 1;\n".repeat(count);

export const plants: Readonly<Record<string, Plants>> = {
  "text and names use the terms of the field": {
    offenders: [
      { "a.ts": "const laneOfSender = 1;\n" },
      { "a.ts": "// The worker is told of it.\n" },
      { "a.tsx": 'const title = "Whom it may be for";\n' },
      { "a.ts": "const MAX_LANES = 1;\n" },
      { "service/src/db/migrations/0001-a.sql": "CREATE TABLE bank_happenings (id text);\n" },
      { "docs/a.md": "It waits for a person.\n" },
      { "docs/a.md": "The refund is tried in vain.\n" },
      { "service/src/courier.ts": "" },
      { "service/src/chains/custody/a.ts": "const receipt = 1;\n" },
    ],
    innocents: [
      { "a.ts": "const planes = 1; // islands, outstanding, understand, counterparty, personal\n" },
      { "a.ts": 'const field = "person_label";\n' },
      { "service/src/chains/evm/a.ts": "const receipt = 1;\n" },
      { "service/src/jobs/claim.ts": "const claim = 1;\n" },
      { "CHANGELOG.md": "`florin people` is now `florin admin users`.\n" },
    ],
  },
  "no work is put off in a comment": {
    offenders: [
      { "a.ts": `// ${putOff}: later\n` },
      { "a.md": `FIX${"ME"} soon\n` },
      { "a.yml": `# X${"XX"}\n` },
    ],
    innocents: [{ "a.ts": "const todoList = 1;\n" }, { "package-lock.json": `"sha512-${putOff}+"\n` }],
  },
  "no test is focused, skipped or announced": {
    offenders: [
      { "a.test.ts": `${testDot}only("a", () => {});\n` },
      { "a.test.ts": `describe${"."}skip("a", () => {});\n` },
      { "a.test.ts": `it${"."}todo("a");\n` },
      { "a.test.ts": `${testDot}concurrent.skip("a", () => {});\n` },
    ],
    innocents: [{ "a.test.ts": 'test.skipIf(isOffline)("a", () => {});\n' }, { "a.ts": "cursor.skip(1);\n" }],
  },
  "a source file has at most 400 lines": {
    offenders: [{ "a.ts": lines(401) }],
    innocents: [{ "a.ts": lines(400) }, { "generated/a.ts": lines(500) }, { "a.md": lines(500) }],
  },
  "a function has at most 60 lines": {
    offenders: [
      { "a.ts": `function long() {\n${lines(59)}}\n` },
      { "a.ts": `const long = () => {\n${lines(59)}};\n` },
      { "a.ts": `class A {\n  long() {\n${lines(59)}  }\n}\n` },
    ],
    innocents: [
      { "a.ts": `function longEnough() {\n${lines(58)}}\n` },
      { "a.test.ts": `describe("a chapter", () => {\n${lines(100)}});\n` },
    ],
  },
  "a migration adds a column without constraints": {
    offenders: [
      { "service/src/db/migrations/0023-x.sql": "ALTER TABLE a ADD COLUMN b numeric(38,0) CHECK (b > 0);\n" },
      {
        "service/src/db/migrations/0099-x.sql":
          "ALTER TABLE a\n  ADD COLUMN b text,\n  ADD CHECK (b <> '');\n",
      },
    ],
    innocents: [
      {
        "service/src/db/migrations/0023-x.sql":
          "ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT '';\nALTER TABLE a ADD CHECK (b <> '');\n",
      },
    ],
  },
  "no row count of INSERT … SELECT … ON CONFLICT decides": {
    offenders: [
      {
        "service/src/notes/store.ts":
          "const insert = statement(`INSERT INTO notes SELECT * FROM new ON CONFLICT DO NOTHING`);\nconst add = async (tx) => (await tx.run(insert, [])) === 1;\n",
      },
      {
        "service/src/notes/store.ts":
          "const add = (tx) => tx.run(statement(`INSERT INTO notes SELECT 1 ON CONFLICT DO NOTHING`));\n",
      },
    ],
    innocents: [
      {
        "service/src/notes/store.ts":
          "const insert = statement(`INSERT INTO notes SELECT * FROM new ON CONFLICT DO NOTHING`);\nasync function add(tx) {\n  await tx.run(insert, []);\n}\n",
      },
      {
        "service/src/notes/store.ts":
          "const insert = statement(`INSERT INTO notes VALUES ($1) ON CONFLICT DO NOTHING`);\nconst add = async (tx) => (await tx.run(insert, [])) === 1;\n",
      },
    ],
  },
  "no parameter follows ON CONFLICT of rows from unnest": {
    offenders: [
      {
        "service/src/notes/store.ts":
          "const add = statement(`INSERT INTO bank_items (id) SELECT id FROM unnest($1) AS new (id) ON CONFLICT (id) DO UPDATE SET note = $2`);\n",
      },
    ],
    innocents: [
      {
        "service/src/notes/store.ts":
          "const add = statement(`INSERT INTO bank_items (id) SELECT id FROM unnest($1) AS new (id) ON CONFLICT (id) DO NOTHING RETURNING $2`);\n",
      },
      {
        "service/src/notes/store.ts":
          "const add = statement(`INSERT INTO leases (id) SELECT id FROM unnest($1) AS new (id) ON CONFLICT (id) DO UPDATE SET note = $2`);\n",
      },
    ],
  },
  "only the module that owns a table names it in SQL": {
    offenders: [
      { "service/src/claims/store.ts": "const a = `SELECT id FROM claims JOIN transfers USING (id)`;\n" },
      { "service/src/claims/store.ts": `const a = \`UPDATE transfers SET step = \${step}\`;\n` },
      { "sandbox/src/store.ts": 'const a = "DELETE FROM claims";\n' },
      { "service/src/claims/store.ts": 'import { transfers } from "../transfers/tables.ts";\n' },
    ],
    innocents: [
      { "service/src/claims/store.ts": "const a = `SELECT id FROM claims`;\n" },
      { "service/src/claims/store.ts": `const a = \`SELECT id FROM \${transferView} AS transfer\`;\n` },
      { "service/src/claims/store.test.ts": "const a = `SELECT id FROM transfers`;\n" },
      { "service/src/claims/store.ts": 'import { claims } from "./tables.ts";\n' },
    ],
  },
  "SQL is only in stores and in db, jobs and events": {
    offenders: [
      { "service/src/auth/routes.ts": "const a = `SELECT id\n  FROM applications`;\n" },
      { "service/src/auth/routes.ts": 'const a = "INSERT INTO applications VALUES ($1)";\n' },
      { "cli/src/main.ts": `const a = \`UPDATE \${table} SET name = $1\`;\n` },
      { "service/src/http/server.ts": "const a = `DELETE FROM idempotency_keys`;\n" },
    ],
    innocents: [
      { "service/src/auth/store.ts": "const a = `SELECT id FROM applications`;\n" },
      { "service/src/jobs/claim.ts": "const a = `UPDATE jobs SET lease = $1`;\n" },
      { "service/src/auth/store.test.ts": "const a = `DELETE FROM applications`;\n" },
      { "bench/insert.ts": "const a = `INSERT INTO jobs`;\n" },
      { "service/src/auth/routes.ts": 'const a = "Select a scope from the list";\n' },
    ],
  },
  "exports are named": {
    offenders: [
      { "a.ts": "export default 1;\n" },
      { "a.ts": "export default function a() {}\n" },
      { "a.ts": "const a = 1;\nexport { a as default };\n" },
    ],
    innocents: [
      { "vitest.config.ts": "export default {};\n" },
      { "a.ts": "switch (a) {\n  default:\n}\nexport const a = 1;\n" },
    ],
  },
  "money never becomes a float": {
    offenders: [
      { "a.ts": "const a = Number(units);\n" },
      { "a.ts": "const a = Number(amount.units);\n" },
      { "a.ts": "const a = Number.parseFloat(feeUnits);\n" },
    ],
    innocents: [{ "a.ts": "const a = Number(count);\nconst b = BigInt(units);\n" }],
  },
  "the clock is read in one file of each package": {
    offenders: [
      { "service/src/jobs/run.ts": "const now = Date.now();\n" },
      { "cli/src/main.ts": "const now = new Date();\n" },
      { "sdk/src/verify-webhook.ts": "const now = Date.now();\n" },
      { "a.test.ts": "const now = Date();\n" },
    ],
    innocents: [
      { "service/src/kernel/instant.ts": "const now = Date.now();\n" },
      { "sdk/src/system-clock.ts": "const now = Date.now();\n" },
      { "a.ts": "const epoch = new Date(0);\n" },
    ],
  },
  "the environment is read only at an entry": {
    offenders: [
      { "service/src/config.ts": "const port = process.env.PORT;\n" },
      { "service/src/http/server.ts": 'const port = process.env["PORT"];\n' },
    ],
    innocents: [
      { "service/src/main.ts": "start(process.env);\n" },
      { "vitest.config.ts": "const isCi = process.env.CI;\n" },
      { "service/test/database.ts": "const url = process.env.DATABASE_URL;\n" },
    ],
  },
  "Math.random only in kernel/random.ts": {
    offenders: [{ "service/src/jobs/backoff.ts": "const jitter = Math.random();\n" }],
    innocents: [
      { "bench/load.ts": "const jitter = Math.random();\n" },
      { "service/src/a.ts": "Math.round(1);\n" },
      { "service/src/kernel/random.ts": "export const systemRandom = () => Math.random();\n" },
    ],
  },
  "tests wait with eventually": {
    offenders: [
      { "service/src/a.test.ts": "await vi.waitFor(() => expect(sent).toHaveLength(1));\n" },
      { "cli/test/a.ts": "await vi.waitUntil(() => isDone, { timeout: 60_000 });\n" },
      { "cli/src/a.test.ts": "vi.setConfig({ testTimeout: 90_000 });\n" },
    ],
    innocents: [
      { "service/test/eventually.ts": "return vi.waitFor(check, limits);\n" },
      { "service/src/a.test.ts": "await receiver.waitFor(5);\n" },
    ],
  },
  "tests do not sleep": {
    offenders: [
      { "service/src/a.test.ts": 'import { setTimeout as sleep } from "node:timers/promises";\n' },
      { "tests/a.ts": 'import { setTimeout } from "timers/promises";\n' },
      { "service/test/a.ts": "await new Promise((resolve) => setTimeout(resolve, 60));\n" },
      { "cli/src/a.test.ts": "setTimeout(() => socket.end(), delayMs);\n" },
    ],
    innocents: [
      { "service/src/a.test.ts": 'import { setImmediate } from "node:timers/promises";\n' },
      { "tests/a.ts": "socket.setTimeout(timeoutMs, onTimeout);\n" },
      { "service/src/a.ts": "setTimeout(cut, graceMs);\n" },
      { "service/test/jobs-process.ts": 'import { setTimeout as sleep } from "node:timers/promises";\n' },
    ],
  },
  "tests are not random": {
    offenders: [
      { "service/src/a.test.ts": "const size = Math.random() * 10;\n" },
      { "tests/a.test.ts": 'import { randomBytes, randomInt } from "node:crypto";\n' },
      { "service/src/a.test.ts": 'import { systemRandom } from "./kernel/random.ts";\n' },
      { "service/src/a.test.ts": 'const seed = process.env["A_SEED"] ?? 1;\n' },
    ],
    innocents: [
      { "service/test/scale.ts": 'import { randomInt } from "node:crypto";\n' },
      { "service/src/a.test.ts": 'import { randomBytes, randomUUID } from "node:crypto";\n' },
      { "service/src/a.test.ts": 'const seed = seedOf("A_SEED");\n' },
      { "bench/a.ts": "const jitter = Math.random();\n" },
    ],
  },
  "files and folders are kebab-case": {
    offenders: [
      { "service/src/createTransfer.ts": "" },
      { "docs/My Guide.md": "" },
      { "cli/Src/main.ts": "" },
    ],
    innocents: [{ "docs/adr/0001-node-version.md": "", "README.md": "", ".ci/run": "", "a.test.ts": "" }],
  },
  "no module is called utils, helpers, common or misc": {
    offenders: [{ "service/src/utils/a.ts": "" }, { "cli/src/helpers.ts": "" }, { "a/string-utils.ts": "" }],
    innocents: [{ "service/src/helpline.ts": "", "docs/common-questions.md": "" }],
  },
  "every module of the service has a README.md": {
    offenders: [{ "service/src/jobs/run.ts": "" }],
    innocents: [
      { "service/src/jobs/run.ts": "", "service/src/jobs/README.md": "", "service/src/main.ts": "" },
    ],
  },
  "every domain module has an entry point": {
    offenders: [{ "service/src/auth/token.ts": "" }],
    innocents: [{ "service/src/auth/index.ts": "", "service/src/jobs/run.ts": "" }],
  },
  "migrations are numbered uniquely": {
    offenders: [{ "db/migrations/0001-jobs.sql": "", "db/migrations/001-events.sql": "" }],
    innocents: [{ "db/migrations/0001-jobs.sql": "", "db/migrations/0002-events.sql": "" }],
  },
  "links between documents resolve": {
    offenders: [
      { "a.md": "[b](b.md)\n" },
      { "docs/a.md": "[b](../docs/b.md)\n" },
      { "a.md": "# Here\n\n[there](#there)\n" },
      { "a.md": "[b](b.md#there)\n", "b.md": "# Here\n" },
      { "a.md": "[b]: missing.md\n" },
    ],
    innocents: [
      { "a.md": "[b](docs/b.md#the-2nd-way-out) [folder](docs/)\n", "docs/b.md": "## The 2nd way, `out`\n" },
      { "a.md": "[web](https://example.com) `[code](nowhere.md)`\n\n```\n[code](nowhere.md)\n```\n" },
    ],
  },
  "documents have no trailing spaces": {
    offenders: [{ "a.md": "word \n" }, { "a.md": "word\t\n" }],
    innocents: [{ "a.md": "word\n\nword\n" }],
  },
  "every decision is linked in docs/adr/README.md": {
    offenders: [{ "docs/adr/0001-node.md": "", "docs/adr/README.md": "0001-node.md\n" }],
    innocents: [{ "docs/adr/0001-node.md": "", "docs/adr/README.md": "[0001](0001-node.md)\n" }],
  },
  "the licence is Apache-2.0": {
    offenders: [
      { LICENSE: "MIT License\n" },
      { "README.md": "no licence at all\n" },
      { LICENSE: apacheLicence, "cli/package.json": '{ "license": "MIT" }' },
    ],
    innocents: [{ LICENSE: apacheLicence, "package.json": '{ "license": "Apache-2.0" }' }],
  },
  "dependencies are pinned exactly": {
    offenders: [
      { "package.json": '{ "dependencies": { "a": "^1.0.0" } }' },
      { "cli/package.json": '{ "devDependencies": { "a": "~1.0.0" } }' },
      { "package.json": '{ "overrides": { "a": { "b": "latest" } } }' },
    ],
    innocents: [{ "package.json": '{ "dependencies": { "a": "1.0.0", "b": "18.4.0-beta.17" } }' }],
  },
  "the lock file names no server": {
    offenders: [{ "package-lock.json": JSON.stringify({ resolved: "https://example.com/a.tgz" }) }],
    innocents: [{ "package-lock.json": '"resolved": "service",\n"link": true\n' }],
  },
  "no file names a folder of one machine": {
    offenders: [{ "a.md": `see ${machineFolder}main\n` }, { "a.ts": `const a = "/ho${"me"}/ada/florin";\n` }],
    innocents: [{ "a.md": `see net${machineFolder}main and https://example.com/home/\n` }],
  },
  "no file names a registry's host": {
    offenders: [{ ".npmrc": `registry=https://${registry}/\n` }],
    innocents: [{ "a.md": "a registry, npm's for one\n" }],
  },
  "an event is made of a defined type": {
    offenders: [
      { "service/src/a/updates.ts": 'const a = { accountId, type: "a.happened", data: {} };\n' },
      { "service/src/a/updates.ts": "const a = (data: Json) => ({ data, accountId, type });\n" },
    ],
    innocents: [
      { "service/src/a/updates.ts": "const a = newEvent(happened, accountId, {});\n" },
      { "service/src/events/event-type.ts": "const a = { accountId, type, data };\n" },
      { "service/src/a/updates.test.ts": 'const a = { accountId, type: "a.happened", data: {} };\n' },
      { "service/src/a/read.ts": "const a = { accountId, type, units };\n" },
    ],
  },
  "the type of an event is written out where it is defined": {
    offenders: [
      { "service/src/a/types.ts": `const a = defineEventType({ type: \`a.\${what}\`, schema });\n` },
      { "service/src/a/types.ts": "const a = defineEventType({ type, schema });\n" },
      { "service/src/a/types.ts": "const a = defineEventType(given);\n" },
    ],
    innocents: [{ "service/src/a/types.ts": 'const a = defineEventType({ type: "a.happened", schema });\n' }],
  },
  "rails and chains are only enumerated in their registries": {
    offenders: [
      { "console/src/a.ts": 'const rails = ["wire", "ach_credit", "rtp_credit"];\n' },
      { "cli/src/a.ts": 'const words = { wire: "Wire", ach: "ACH", rtp: "RTP" };\n' },
      { "service/src/a.ts": 'type Rail = "wire" | "ach_debit" | "same_day_ach_debit";\n' },
      { "sandbox/src/a.ts": 'switch (a) { case "ach": case "wire": case "fednow": break; }\n' },
      { "console/src/a.ts": 'const chains = new Set(["ethereum", "base", "solana"]);\n' },
      { "service/src/a.ts": 'const detail = "must be wire, ach_credit or rtp_credit";\n' },
    ],
    innocents: [
      { "service/src/rails/registry.ts": "const rails = { wire, ach_credit, rtp_credit, fednow_credit };\n" },
      { "console/src/a.ts": 'const example = { transfer_types: ["ach_debit", "ach_credit"] };\n' },
      { "console/src/a.test.ts": 'const rails = ["wire", "ach_credit", "rtp_credit"];\n' },
      { "service/src/a.ts": 'const isWire = rail === "wire";\n' },
    ],
  },
  "no constraint of the database names rails": {
    offenders: [
      {
        "service/src/db/migrations/0099-a.sql":
          "ALTER TABLE a ADD CHECK (rail IN ('wire', 'fednow_credit'));\n",
      },
    ],
    innocents: [{ "service/src/db/migrations/0099-a.sql": "ALTER TABLE a ADD CHECK (rail !~ '_debit$');\n" }],
  },
};
