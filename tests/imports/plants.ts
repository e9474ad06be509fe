import { imports } from "./clean-tree.ts";

/** Files that violate exactly one rule. */
export interface Plant {
  readonly rule: string;
  readonly files: Readonly<Record<string, string>>;
}

export const plants: readonly Plant[] = [
  plant("kernel-imports-no-other-module", "service/src/kernel/planted.ts", "../db/pool.ts"),
  plant("kernel-imports-no-other-module", "service/src/kernel/planted-up.ts", "../config.ts"),
  plant("db-imports-kernel-only", "service/src/db/planted.ts", "../jobs/runner.ts"),
  plant("http-imports-kernel-and-db-only", "service/src/http/planted.ts", "../events/log.ts"),
  plant("http-imports-kernel-and-db-only", "service/src/http/planted-audit.ts", "../audit/index.ts"),
  plant("platform-modules-are-independent", "service/src/jobs/planted.ts", "../http/server.ts"),
  plant("platform-modules-are-independent", "service/src/events/planted.ts", "../jobs/runner.ts"),
  plant("platform-modules-are-independent", "service/src/audit/planted.ts", "../events/log.ts"),
  plant("platform-modules-are-independent", "service/src/jobs/planted-audit.ts", "../audit/index.ts"),
  plant("platform-modules-are-independent", "service/src/ledger/planted.ts", "../events/log.ts"),
  plant("platform-modules-are-independent", "service/src/chains/planted.ts", "../ledger/post.ts"),
  plant("platform-modules-are-independent", "service/src/rails/planted.ts", "../chains/chain.ts"),
  plant("platform-does-not-import-domain", "service/src/jobs/planted-domain.ts", "../auth/index.ts"),
  plant("platform-does-not-import-domain", "service/src/audit/planted-domain.ts", "../auth/index.ts"),
  {
    rule: "platform-does-not-import-domain",
    files: { "service/src/db/planted-type.ts": 'import type { Token } from "../auth/index.ts";\n' },
  },
  plant("modules-do-not-import-roots", "service/src/http/planted-config.ts", "../config.ts"),
  plant("modules-do-not-import-roots", "service/src/jobs/planted-startup.ts", "../startup/logging.ts"),
  plant("modules-do-not-import-roots", "service/src/auth/planted-root.ts", "../admin/index.ts"),
  plant("modules-do-not-import-roots", "service/src/chains/planted-app.ts", "../app/chains.ts"),
  plant(
    "console-api-uses-the-admin-api",
    "service/src/console-api/planted-startup.ts",
    "../startup/logging.ts",
  ),
  plant("only-app-imports-console-api", "service/src/webhooks/planted-console.ts", "../console-api/index.ts"),
  plant("domain-modules-use-public-api", "service/src/accounts/planted.ts", "../auth/token.ts"),
  plant("composition-roots-use-public-api", "service/src/admin/planted.ts", "../auth/token.ts"),
  plant("composition-roots-use-public-api", "service/src/startup/planted.ts", "../auth/token.ts"),
  plant("composition-roots-use-public-api", "service/src/app/planted.ts", "../auth/token.ts"),
  plant("composition-roots-use-public-api", "service/src/planted-root.ts", "./auth/token.ts"),
  plant("only-roots-import-adapters", "service/src/accounts/planted-chain.ts", "../chains/evm/evm.ts"),
  plant("only-roots-import-adapters", "service/src/chains/planted-port.ts", "./evm/evm.ts"),
  plant("only-roots-import-adapters", "service/src/auth/planted.ts", "../accounts/adapters/manual.ts"),
  plant("adapters-are-independent", "service/src/chains/evm/planted.ts", "../solana/solana.ts"),
  plant("service-imports-no-other-package", "service/src/planted.ts", "../../sdk/src/index.ts"),
  plant("only-load-sandbox-imports-the-sandbox", "service/src/app/planted-sandbox.ts", "@florin/sandbox"),
  plant("only-load-sandbox-imports-the-sandbox", "cli/src/planted-sandbox.ts", "@florin/sandbox"),
  plant("sandbox-imports-its-ports", "sandbox/src/planted.ts", "../../service/src/rails/rail.ts"),
  plant("cli-imports-sdk-and-admin-api", "cli/src/planted.ts", "../../service/src/kernel/money.ts"),
  plant("sdk-imports-nothing", "sdk/src/planted.ts", "../../cli/src/main.ts"),
  plant("examples-import-the-sdk-only", "examples/planted.ts", "../cli/src/main.ts"),
  plant("console-imports-no-other-package", "console/src/planted.ts", "../../service/src/kernel/money.ts"),
  {
    rule: "no-cycles",
    files: {
      "service/src/ledger/hen.ts": imports("./egg.ts"),
      "service/src/ledger/egg.ts": imports("./hen.ts"),
    },
  },
  {
    rule: "tables-in-cycles-of-types-only",
    files: {
      "service/src/claims/tables.ts": `${imports("./planted-claim.ts")}import type { Row } from "./planted-row.ts";\n`,
      "service/src/claims/planted-claim.ts": imports("./tables.ts"),
      "service/src/claims/planted-row.ts": 'import type { Claim } from "./tables.ts";\n',
    },
  },
  plant("test-files-are-not-imported", "service/test/planted.ts", "../src/auth/token.test.ts"),
  plant(
    "shipped-code-does-not-import-test-support",
    "service/src/db/planted-support.ts",
    "../../test/database.ts",
  ),
  plant("shipped-code-uses-declared-dependencies", "service/src/db/planted-undeclared.ts", "vitest"),
  plant("shipped-code-uses-declared-dependencies", "cli/src/planted-dev.ts", "vitest"),
  plant("no-unresolvable-imports", "service/src/db/planted-lost.ts", "./nowhere.ts"),
  { rule: "no-orphans", files: { "service/src/kernel/planted-alone.ts": "export const alone = 1;\n" } },
];

function plant(rule: string, file: string, specifier: string): Plant {
  return { rule, files: { [file]: imports(specifier) } };
}
