import { imports } from "./clean-tree.ts";

/** Files that break one rule, and no other. */
export interface Plant {
  readonly rule: string;
  readonly files: Readonly<Record<string, string>>;
}

export const plants: readonly Plant[] = [
  plant("kernel-imports-no-other-folder", "service/src/kernel/planted.ts", "../db/pool.ts"),
  plant("kernel-imports-no-other-folder", "service/src/kernel/planted-up.ts", "../config.ts"),
  plant("db-imports-kernel-only", "service/src/db/planted.ts", "../jobs/runner.ts"),
  plant("http-imports-kernel-and-db-only", "service/src/http/planted.ts", "../events/log.ts"),
  plant("http-imports-kernel-and-db-only", "service/src/http/planted-audit.ts", "../audit/index.ts"),
  plant("platform-rooms-stand-side-by-side", "service/src/jobs/planted.ts", "../http/server.ts"),
  plant("platform-rooms-stand-side-by-side", "service/src/events/planted.ts", "../jobs/runner.ts"),
  plant("platform-rooms-stand-side-by-side", "service/src/audit/planted.ts", "../events/log.ts"),
  plant("platform-rooms-stand-side-by-side", "service/src/jobs/planted-audit.ts", "../audit/index.ts"),
  plant("platform-rooms-stand-side-by-side", "service/src/ledger/planted.ts", "../events/log.ts"),
  plant("platform-rooms-stand-side-by-side", "service/src/chains/planted.ts", "../ledger/post.ts"),
  plant("platform-rooms-stand-side-by-side", "service/src/rails/planted.ts", "../chains/chain.ts"),
  plant("platform-knows-no-domain", "service/src/jobs/planted-domain.ts", "../auth/index.ts"),
  plant("platform-knows-no-domain", "service/src/audit/planted-domain.ts", "../auth/index.ts"),
  {
    rule: "platform-knows-no-domain",
    files: { "service/src/db/planted-type.ts": 'import type { Token } from "../auth/index.ts";\n' },
  },
  plant("rooms-know-no-root", "service/src/http/planted-config.ts", "../config.ts"),
  plant("rooms-know-no-root", "service/src/jobs/planted-startup.ts", "../startup/logging.ts"),
  plant("rooms-know-no-root", "service/src/auth/planted-root.ts", "../admin/index.ts"),
  plant("rooms-know-no-root", "service/src/chains/planted-app.ts", "../app/chains.ts"),
  plant(
    "console-api-stands-on-the-administrative-door",
    "service/src/console-api/planted-startup.ts",
    "../startup/logging.ts",
  ),
  plant(
    "console-api-is-known-to-app-alone",
    "service/src/webhooks/planted-console.ts",
    "../console-api/index.ts",
  ),
  plant("domain-modules-meet-at-the-door", "service/src/accounts/planted.ts", "../auth/token.ts"),
  plant("roots-enter-by-the-door", "service/src/admin/planted.ts", "../auth/token.ts"),
  plant("roots-enter-by-the-door", "service/src/startup/planted.ts", "../auth/token.ts"),
  plant("roots-enter-by-the-door", "service/src/app/planted.ts", "../auth/token.ts"),
  plant("roots-enter-by-the-door", "service/src/planted-root.ts", "./auth/token.ts"),
  plant("adapters-are-known-to-roots-alone", "service/src/accounts/planted-chain.ts", "../chains/evm/evm.ts"),
  plant("adapters-are-known-to-roots-alone", "service/src/chains/planted-port.ts", "./evm/evm.ts"),
  plant("adapters-are-known-to-roots-alone", "service/src/auth/planted.ts", "../accounts/adapters/manual.ts"),
  plant("adapters-do-not-know-each-other", "service/src/chains/evm/planted.ts", "../solana/solana.ts"),
  plant("sandbox-is-known-to-app-alone", "service/src/admin/planted-sandbox.ts", "../sandbox/index.ts"),
  plant("service-imports-no-other-package", "service/src/planted.ts", "../../sdk/src/index.ts"),
  plant(
    "cli-imports-sdk-and-the-administrative-door",
    "cli/src/planted.ts",
    "../../service/src/kernel/money.ts",
  ),
  plant("sdk-imports-nothing", "sdk/src/planted.ts", "../../cli/src/main.ts"),
  plant("console-knows-only-its-api", "console/src/planted.ts", "../../service/src/kernel/money.ts"),
  {
    rule: "no-cycles",
    files: {
      "service/src/ledger/hen.ts": imports("./egg.ts"),
      "service/src/ledger/egg.ts": imports("./hen.ts"),
    },
  },
  plant("nothing-imports-a-test", "service/test/planted.ts", "../src/auth/token.test.ts"),
  plant("shipped-code-knows-no-test-support", "service/src/db/planted-support.ts", "../../test/database.ts"),
  plant("shipped-code-uses-declared-dependencies", "service/src/db/planted-undeclared.ts", "vitest"),
  plant("shipped-code-uses-declared-dependencies", "cli/src/planted-dev.ts", "vitest"),
  plant("no-unresolvable-imports", "service/src/db/planted-lost.ts", "./nowhere.ts"),
  { rule: "no-orphans", files: { "service/src/kernel/planted-alone.ts": "export const alone = 1;\n" } },
];

function plant(rule: string, file: string, specifier: string): Plant {
  return { rule, files: { [file]: imports(specifier) } };
}
