/** A small project with every module of the real one and only allowed imports. Path to source. */
export const cleanTree: Readonly<Record<string, string>> = {
  "package.json": manifest("florin", { devDependencies: { vitest: "1.0.0" } }),
  "service/package.json": manifest("@florin/service", { dependencies: { pg: "1.0.0" } }),
  "sandbox/package.json": manifest("@florin/sandbox", {}),
  "cli/package.json": manifest("@florin/cli", { devDependencies: { vitest: "1.0.0" } }),
  "sdk/package.json": manifest("@florin/sdk", {}),
  "console/package.json": manifest("@florin/console", {}),
  "node_modules/pg/package.json": manifest("pg", { main: "index.js" }),
  "node_modules/pg/index.js": "module.exports = {};",
  "node_modules/vitest/package.json": manifest("vitest", { main: "index.js" }),
  "node_modules/vitest/index.js": "module.exports = {};",

  "service/src/main.ts": imports("./app.ts", "./config.ts"),
  "service/src/config.ts": imports("./kernel/money.ts", "./config/sources.ts"),
  "service/src/config/sources.ts": imports("../kernel/money.ts"),
  "service/src/startup/logging.ts": imports("../config.ts"),
  "service/src/app.ts": imports(
    "./startup/logging.ts",
    "./app/chains.ts",
    "./http/server.ts",
    "./jobs/runner.ts",
    "./chains/evm/evm.ts",
    "./chains/solana/solana.ts",
    "./rails/files/files-bank.ts",
    "./accounts/index.ts",
    "./accounts/adapters/manual.ts",
    "./auth/index.ts",
  ),
  "service/src/app/chains.ts": imports(
    "../config.ts",
    "../chains/solana/solana.ts",
    "../auth/index.ts",
    "./load-sandbox.ts",
  ),
  "service/src/app/load-sandbox.ts": 'export const load = () => import("@florin/sandbox");\n',
  "service/src/sandbox-ports.ts": imports("./rails/rail.ts"),
  "service/src/admin/index.ts": imports("../auth/index.ts", "../chains/evm/evm.ts", "../config.ts"),
  "service/src/kernel/money.ts": imports("./assert.ts"),
  "service/src/kernel/assert.ts": imports("node:assert"),
  "service/src/db/pool.ts": imports("pg", "../kernel/money.ts"),
  "service/src/http/server.ts": imports("../kernel/money.ts", "../db/pool.ts"),
  "service/src/jobs/runner.ts": imports("../kernel/money.ts", "../db/pool.ts"),
  "service/src/events/log.ts": imports("../kernel/money.ts", "../db/pool.ts"),
  "service/src/audit/index.ts": imports("../kernel/money.ts", "../db/pool.ts"),
  "service/src/ledger/post.ts": imports("../kernel/money.ts", "../db/pool.ts"),
  "service/src/chains/chain.ts": imports("../kernel/money.ts", "../db/pool.ts"),
  "service/src/chains/evm/evm.ts": imports("../chain.ts", "./nonce.ts"),
  "service/src/chains/evm/nonce.ts": imports("../../db/pool.ts"),
  "service/src/chains/solana/solana.ts": imports("../chain.ts"),
  "service/src/rails/rail.ts": imports("../kernel/money.ts", "../db/pool.ts"),
  "service/src/rails/files/files-bank.ts": imports("../rail.ts"),
  "service/src/auth/index.ts": imports("./token.ts"),
  "service/src/auth/token.ts": imports("../http/server.ts", "../events/log.ts", "../audit/index.ts"),
  "service/src/auth/token.test.ts": imports("vitest", "./token.ts", "../app.ts", "../../test/database.ts"),
  "service/src/accounts/index.ts": imports("./account.ts"),
  "service/src/accounts/account.ts": imports("../auth/index.ts", "../ledger/post.ts", "../chains/chain.ts"),
  "service/src/accounts/adapters/manual.ts": imports("../account.ts"),
  "service/src/console-api/index.ts": imports("../admin/index.ts"),
  "service/scripts/openapi.ts": imports("../src/app.ts"),
  "service/test/database.ts": imports("vitest", "../src/db/pool.ts", "../src/auth/token.ts"),
  "sandbox/src/index.ts": imports("@florin/service/sandbox-ports"),
  "cli/src/main.ts": imports("@florin/service/admin", "../../sdk/src/index.ts"),
  "sdk/src/index.ts": imports("node:crypto"),
  "examples/shop.ts": imports("../sdk/src/index.ts", "node:crypto"),
  "console/src/main.ts": imports("./page.ts"),
  "console/src/page.ts": "export const page = 1;\n",
  "bench/post.ts": imports("../service/src/ledger/post.ts", "../service/test/database.ts"),
  "tests/tree.test.ts": imports("vitest"),
};

/** A source file with a side-effect import of each specifier. */
export function imports(...specifiers: readonly string[]): string {
  return specifiers.map((specifier) => `import "${specifier}";\n`).join("");
}

function manifest(name: string, fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ name, version: "1.0.0", ...fields });
}
