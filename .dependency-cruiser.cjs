// The import rules of the house, as ARCHITECTURE.md draws them. tests/import-rules.test.ts plants a violation of each
// rule and sees it caught, so a rule that no longer bites fails the build.

const platform = "db|http|jobs|events|audit|ledger|chains|rails";
const domain =
  "auth|accounts|addresses|tokens|transfers|payments|treasury|automations|webhooks|people|request-log";

// An adapter speaks to one outside party: a chain, a rail, or what stands in a room's `adapters` folder.
const adapter = "(?:chains/(?:evm|solana|stellar)|rails/files|[^/]+/adapters)";

// The two composition roots: the service itself, with its folder, and the administrative door of the command line.
const roots = "^service/src/(?:app\\.ts$|app/|admin/)";

// What stands above the rooms: the files directly in service/src, and the folders that they are split into.
const aboveRooms = "(?:[^/]+\\.ts$|(?:admin|app|config|startup)/)";

// Tests may look at insides; benchmarks may measure anything of the service.
const testFile = "\\.test\\.ts$";
const testSupport = "^tests/|^(?:service|cli|sdk|console)/test/";
const onlooker = `${testFile}|${testSupport}|^bench/`;
const shippedCode = "^(?:service|cli|sdk|console)/src/";

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const layers = [
  {
    name: "kernel-imports-no-other-folder",
    comment: "The kernel is the vocabulary of every room; it depends on none of them.",
    from: { path: "^service/src/kernel/" },
    to: { path: "^service/src/", pathNot: "^service/src/kernel/" },
  },
  {
    name: "db-imports-kernel-only",
    comment: "Every other room stands on db, so db may stand on the kernel alone.",
    from: { path: "^service/src/db/" },
    to: { path: `^service/src/(?:${platform})/`, pathNot: "^service/src/db/" },
  },
  {
    name: "http-imports-kernel-and-db-only",
    comment:
      "The HTTP layer does not know what jobs, events, the audit log, the ledger, chains or rails are.",
    from: { path: "^service/src/http/" },
    to: { path: `^service/src/(?:${platform})/`, pathNot: "^service/src/(?:http|db)/" },
  },
  {
    name: "platform-rooms-stand-side-by-side",
    comment: "jobs, events, audit, ledger, chains and rails import kernel and db, and not one another.",
    from: { path: "^service/src/(jobs|events|audit|ledger|chains|rails)/" },
    to: { path: `^service/src/(?:${platform})/`, pathNot: "^service/src/(?:$1|db)/" },
  },
  {
    name: "platform-knows-no-domain",
    comment: "The platform carries the domain modules; it must not know what they mean.",
    from: { path: `^service/src/(?:${platform})/` },
    to: { path: `^service/src/(?:${domain})/` },
  },
  {
    name: "rooms-know-no-root",
    comment: "What a room needs is handed to it; config, app.ts, main.ts, startup and admin are above it.",
    from: {
      path: "^service/src/[^/]+/",
      pathNot: `^service/src/(?:${aboveRooms}|console-api/|kernel/)|${testFile}`,
    },
    to: { path: `^service/src/${aboveRooms}` },
  },
  {
    name: "console-api-stands-on-the-administrative-door",
    comment:
      "What people do at the console is what operators do at the command line; of what is above, it knows no more.",
    from: { path: "^service/src/console-api/", pathNot: testFile },
    to: { path: `^service/src/${aboveRooms}`, pathNot: "^service/src/admin/index\\.ts$" },
  },
  {
    name: "console-api-is-known-to-app-alone",
    comment: "The endpoints of the console are put together with everything else, and used by nobody.",
    from: { pathNot: `^service/src/app(?:\\.ts$|/)|^service/src/console-api/|${onlooker}` },
    to: { path: "^service/src/console-api/" },
  },
];

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const doors = [
  {
    name: "domain-modules-meet-at-the-door",
    comment: "A domain module sees of another only what its index.ts exports.",
    from: { path: `^service/src/(${domain})/` },
    to: {
      path: `^service/src/(?:${domain})/`,
      pathNot: `^service/src/$1/|^service/src/[^/]+/index\\.ts$|^service/src/${adapter}/`,
    },
  },
  {
    name: "roots-enter-by-the-door",
    comment: "Composition roots, the sandbox and scripts use a module's index.ts as well.",
    from: { path: `^service/(?:src/(?:${aboveRooms}|sandbox/|console-api/)|scripts/)`, pathNot: testFile },
    to: {
      path: `^service/src/(?:${domain})/`,
      pathNot: `^service/src/[^/]+/index\\.ts$|^service/src/${adapter}/`,
    },
  },
  {
    name: "adapters-are-known-to-roots-alone",
    comment:
      "Everybody else speaks to the port; only app.ts and admin/ decide which adapter stands behind it.",
    from: { pathNot: `${roots}|^service/src/${adapter}/|${onlooker}` },
    to: { path: `^service/src/${adapter}/` },
  },
  {
    name: "adapters-do-not-know-each-other",
    comment: "What two adapters share belongs to the port beside them.",
    from: { path: `^service/src/(${adapter})/` },
    to: { path: `^service/src/${adapter}/`, pathNot: "^service/src/$1/" },
  },
  {
    name: "sandbox-is-known-to-app-alone",
    comment: "The sandbox is loaded only when it is configured, by app.ts and its folder.",
    from: { pathNot: `^service/src/app(?:\\.ts$|/)|^service/src/sandbox/|${onlooker}` },
    to: { path: "^service/src/sandbox/" },
  },
];

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const packages = [
  {
    name: "service-imports-no-other-package",
    comment: "The service is what the others are built around; it needs none of them.",
    from: { path: "^service/src/", pathNot: testFile },
    to: { path: "^(?:cli|sdk|console|bench)/" },
  },
  {
    name: "cli-imports-sdk-and-the-administrative-door",
    comment: "Of the service the command line knows @florin/service/admin, and nothing else.",
    from: { path: "^cli/", pathNot: `${testFile}|^cli/test/` },
    to: { path: "^(?:service|console|bench)/", pathNot: "^service/src/admin/index\\.ts$" },
  },
  {
    name: "sdk-imports-nothing",
    comment:
      "A client may be dropped into any project, so it brings nothing along but itself and Node. Examples show it in one.",
    from: { path: "^sdk/", pathNot: `${testFile}|^sdk/(?:test|examples)/` },
    to: { pathNot: "^sdk/", dependencyTypesNot: ["core"] },
  },
  {
    name: "console-knows-only-its-api",
    comment: "The console speaks HTTP to the service; it shares no code with it.",
    from: { path: "^console/" },
    to: { path: "^(?:service|cli|sdk|bench)/" },
  },
];

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const hygiene = [
  {
    name: "no-cycles",
    comment: "Two files that need each other are one idea, or three.",
    from: {},
    to: { circular: true },
  },
  {
    name: "nothing-imports-a-test",
    comment: "A test file is an entry, not a library; what tests share stands in a test folder.",
    from: {},
    to: { path: testFile },
  },
  {
    name: "shipped-code-knows-no-test-support",
    comment: "What is built for production must run without the test folders.",
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
    comment: "A file that imports nothing and that nobody imports is forgotten.",
    from: {
      orphan: true,
      pathNot: `${testFile}|^bench/|^console/(?:[^/]+\\.(?:js|mjs)|src/vite-env\\.d\\.ts)$`,
    },
    to: {},
  },
  {
    name: "no-unresolvable-imports",
    comment: "An import that leads nowhere would slip past every other rule.",
    from: {},
    to: { couldNotResolve: true },
  },
];

module.exports = {
  forbidden: [...layers, ...doors, ...packages, ...hygiene].map((rule) => ({ ...rule, severity: "error" })),
  options: {
    exclude: { path: "(?:^|/)dist/" },
    doNotFollow: { path: "(?:^|/)node_modules/" },
    // An import of a type alone binds two rooms together as well.
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
