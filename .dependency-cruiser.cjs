// The import rules of the project, as described in ARCHITECTURE.md. tests/import-rules.test.ts plants a violation of
// each rule and expects it to be caught, so a rule that no longer works fails the build.

const platform = "db|http|jobs|events|audit|ledger|chains|rails|keys";
const domain =
  "access|auth|accounts|addresses|tokens|transfers|payments|claims|treasury|automations|webhooks|users|request-log|mail|alerts|statistics";

// An adapter connects to one external system: a chain, a rail, or anything in a module's `adapters` folder.
const adapter = "(?:chains/(?:evm|solana|stellar)|rails/files|[^/]+/adapters)";

// The two composition roots: the service itself (app.ts and app/), and the admin API used by the command line.
const roots = "^service/src/(?:app\\.ts$|app/|admin/)";

// Code above the modules: the files directly in service/src, and the folders that they are split into.
const aboveModules = "(?:[^/]+\\.ts$|(?:admin|app|config|startup)/)";

// Tests may import internals; benchmarks may measure any part of the service.
const testFile = "\\.test\\.ts$";
const testSupport = "^tests/|^(?:service|cli|sdk|console)/test/";
const testOrBench = `${testFile}|${testSupport}|^bench/`;
const shippedCode = "^(?:service|sandbox|cli|sdk|console)/src/";

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const layers = [
  {
    name: "kernel-imports-no-other-module",
    comment: "Every module depends on the kernel; it depends on none of them.",
    from: { path: "^service/src/kernel/" },
    to: { path: "^service/src/", pathNot: "^service/src/kernel/" },
  },
  {
    name: "db-imports-kernel-only",
    comment: "Every other module depends on db, so db may import only the kernel.",
    from: { path: "^service/src/db/" },
    to: { path: `^service/src/(?:${platform})/`, pathNot: "^service/src/db/" },
  },
  {
    name: "http-imports-kernel-and-db-only",
    comment: "The HTTP layer does not know jobs, events, the audit log, the ledger, chains or rails.",
    from: { path: "^service/src/http/" },
    to: { path: `^service/src/(?:${platform})/`, pathNot: "^service/src/(?:http|db)/" },
  },
  {
    name: "platform-modules-are-independent",
    comment: "jobs, events, audit, ledger, chains, rails and keys import kernel and db, but not each other.",
    from: { path: "^service/src/(jobs|events|audit|ledger|chains|rails|keys)/" },
    to: { path: `^service/src/(?:${platform})/`, pathNot: "^service/src/(?:$1|db)/" },
  },
  {
    name: "platform-does-not-import-domain",
    comment: "Domain modules build on the platform; the platform must not depend on them.",
    from: { path: `^service/src/(?:${platform})/` },
    to: { path: `^service/src/(?:${domain})/` },
  },
  {
    name: "modules-do-not-import-roots",
    comment:
      "Modules get their dependencies injected; config, app.ts, main.ts, startup and admin are above them.",
    from: {
      path: "^service/src/[^/]+/",
      pathNot: `^service/src/(?:${aboveModules}|console-api/|kernel/)|${testFile}`,
    },
    to: { path: `^service/src/${aboveModules}` },
  },
  {
    name: "console-api-uses-the-admin-api",
    comment:
      "The console does what operators do at the command line, through the admin API; it imports no other root code.",
    from: { path: "^service/src/console-api/", pathNot: testFile },
    to: { path: `^service/src/${aboveModules}`, pathNot: "^service/src/admin/index\\.ts$" },
  },
  {
    name: "only-app-imports-console-api",
    comment: "app.ts composes the console's endpoints; no other code uses them.",
    from: { pathNot: `^service/src/app(?:\\.ts$|/)|^service/src/console-api/|${testOrBench}` },
    to: { path: "^service/src/console-api/", pathNot: "/tables\\.ts$" },
  },
];

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const entryPoints = [
  {
    name: "domain-modules-use-public-api",
    comment: "A domain module imports only the index.ts of another one.",
    from: { path: `^service/src/(${domain})/` },
    to: {
      path: `^service/src/(?:${domain})/`,
      pathNot: `^service/src/$1/|^service/src/[^/]+/index\\.ts$|^service/src/${adapter}/`,
    },
  },
  {
    name: "composition-roots-use-public-api",
    comment: "Composition roots and scripts import only a module's index.ts and tables.ts, too.",
    from: { path: `^service/(?:src/(?:${aboveModules}|console-api/)|scripts/)`, pathNot: testFile },
    to: {
      path: `^service/src/(?:${domain})/`,
      pathNot: `^service/src/[^/]+/(?:index|tables)\\.ts$|^service/src/${adapter}/`,
    },
  },
  {
    name: "only-roots-import-adapters",
    comment: "All other code uses the port; only app.ts and admin/ choose the adapter behind it.",
    from: { pathNot: `${roots}|^service/src/${adapter}/|${testOrBench}` },
    to: { path: `^service/src/${adapter}/` },
  },
  {
    name: "adapters-are-independent",
    comment: "Code that two adapters share belongs to the port.",
    from: { path: `^service/src/(${adapter})/` },
    to: { path: `^service/src/${adapter}/`, pathNot: "^service/src/$1/" },
  },
];

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const packages = [
  {
    name: "service-imports-no-other-package",
    comment: "The other packages build on the service; it depends on none of them.",
    from: { path: "^service/src/", pathNot: testFile },
    to: { path: "^(?:cli|sdk|console|bench)/" },
  },
  {
    name: "only-load-sandbox-imports-the-sandbox",
    comment: "The service loads the simulators in one place, behind a port; no other code knows them.",
    from: { pathNot: `^service/src/app/load-sandbox\\.ts$|^sandbox/|${testOrBench}` },
    to: { path: "^sandbox/" },
  },
  {
    name: "sandbox-imports-its-ports",
    comment: "The sandbox imports only @florin/service/sandbox-ports from the service.",
    from: { path: "^sandbox/", pathNot: testFile },
    to: { path: "^(?:service|cli|sdk|console|bench)/", pathNot: "^service/src/sandbox-ports\\.ts$" },
  },
  {
    name: "cli-imports-sdk-and-admin-api",
    comment:
      "The command line imports only @florin/service/admin and @florin/service/recovery from the service.",
    from: { path: "^cli/", pathNot: `${testFile}|^cli/test/` },
    to: { path: "^(?:service|console|bench)/", pathNot: "^service/src/(?:admin/index|app/recovery)\\.ts$" },
  },
  {
    name: "sdk-imports-nothing",
    comment: "The client must fit into any project, so it depends only on Node. Examples are exempt.",
    from: { path: "^sdk/", pathNot: `${testFile}|^sdk/(?:test|examples)/` },
    to: { pathNot: "^sdk/", dependencyTypesNot: ["core"] },
  },
  {
    name: "examples-import-the-sdk-only",
    comment:
      "An example is what an integrator can write: it has the SDK and packages, and nothing of this repository.",
    from: { path: "^examples/" },
    to: { pathNot: "^examples/|^sdk/src/index\\.ts$|(?:^|/)node_modules/", dependencyTypesNot: ["core"] },
  },
  {
    name: "console-imports-no-other-package",
    comment: "The console talks to the service over HTTP; they share no code.",
    from: { path: "^console/" },
    to: { path: "^(?:service|cli|sdk|bench)/" },
  },
];

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const hygiene = [
  {
    name: "no-cycles",
    comment:
      "Merge two files that need each other, or extract what they share into a third. A table takes types of its module, and gives it the types of its rows.",
    from: {},
    to: { circular: true, viaOnly: { pathNot: "^service/src/[^/]+/tables\\.ts$" } },
  },
  {
    name: "tables-in-cycles-of-types-only",
    comment: "Statements are made when modules are loaded, so a table is loaded before all that uses it.",
    from: { path: "^service/src/[^/]+/tables\\.ts$" },
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "test-files-are-not-imported",
    comment: "A test file is an entry point, not a library; shared test code belongs in a test folder.",
    from: {},
    to: { path: testFile },
  },
  {
    name: "shipped-code-does-not-import-test-support",
    comment: "Production code must run without the test folders.",
    from: { path: shippedCode, pathNot: testFile },
    to: { path: testSupport },
  },
  {
    name: "shipped-code-uses-declared-dependencies",
    comment: "A development dependency, or one that only another package declares, is missing in production.",
    from: { path: shippedCode, pathNot: testFile },
    to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"] },
  },
  {
    name: "no-orphans",
    comment: "A file without imports that no other file imports is dead code.",
    from: {
      orphan: true,
      pathNot: `${testFile}|^bench/|^service/bundle\\.d\\.mts$|^tests/projects/|^sdk/test/flows\\.mjs$|^examples/onramp/page\\.js$|^console/(?:[^/]+\\.(?:js|mjs)|src/vite-env\\.d\\.ts)$`,
    },
    to: {},
  },
  {
    name: "no-unresolvable-imports",
    comment: "An import that cannot be resolved would escape every other rule.",
    from: {},
    to: { couldNotResolve: true },
  },
];

module.exports = {
  forbidden: [...layers, ...entryPoints, ...packages, ...hygiene].map((rule) => ({
    ...rule,
    severity: "error",
  })),
  options: {
    exclude: { path: "(?:^|/)dist/" },
    doNotFollow: { path: "(?:^|/)node_modules/" },
    // A type-only import is a dependency between two modules, too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
    skipAnalysisNotInRules: true,
  },
};
