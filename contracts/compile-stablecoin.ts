import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The compiled contracts for the service, and what an auditor needs to reproduce them. */
export interface StablecoinArtifact {
  readonly compiler: string;
  /** Of the whole compiler input: Florin's sources, OpenZeppelin's, and the settings. */
  readonly sourceHash: string;
  readonly abi: readonly unknown[];
  readonly deployerAbi: readonly unknown[];
  /** Creation code of the deployer; constructor arguments are appended. */
  readonly deployerBytecode: string;
  /** Creation code of the implementation alone, for an upgrade. */
  readonly implementationBytecode: string;
  /** The code at a token's address; it has no immutables, so it is the same for every token. */
  readonly proxyRuntimeBytecode: string;
}

const require = createRequire(import.meta.url);

const stablecoin = "contracts/Stablecoin.sol";
const deployer = "contracts/StablecoinDeployer.sol";
const timelock = "@openzeppelin/contracts/governance/TimelockController.sol";
const proxy = "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

const settings = {
  optimizer: { enabled: true, runs: 200 },
  // All supported chains have had Cancun for years; a newer version would only limit us.
  evmVersion: "cancun",
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
} as const;

// EIP-170 and EIP-3860: limits of every chain.
const maxRuntimeBytes = 24_576;
const maxCreationBytes = 49_152;

export async function compileStablecoin(): Promise<StablecoinArtifact> {
  const input = await compilerInput();
  const { version, outputOf } = compile(input);
  const implementation = outputOf(stablecoin, "Stablecoin");
  const deploying = outputOf(deployer, "StablecoinDeployer");
  assertSize("the implementation", implementation.stored, maxRuntimeBytes);
  assertSize("the deployer", deploying.created, maxCreationBytes);
  return {
    compiler: version,
    sourceHash: hashOf(input),
    abi: implementation.abi,
    deployerAbi: deploying.abi,
    deployerBytecode: `0x${deploying.created}`,
    implementationBytecode: `0x${implementation.created}`,
    proxyRuntimeBytecode: `0x${outputOf(proxy, "ERC1967Proxy").stored}`,
  };
}

/** OpenZeppelin's timelock, which tests use as the admin of a token. */
export interface TimelockArtifact {
  readonly compiler: string;
  readonly abi: readonly unknown[];
  readonly bytecode: string;
}

export async function compileTimelock(): Promise<TimelockArtifact> {
  const sources = await gatherSources([timelock]);
  const { version, outputOf } = compile({ language: "Solidity", sources, settings });
  const { abi, created } = outputOf(timelock, "TimelockController");
  return { compiler: version, abi, bytecode: `0x${created}` };
}

/** A cheap check whether the compiler input has changed. */
export async function hashStablecoinSource(): Promise<string> {
  return hashOf(await compilerInput());
}

async function compilerInput() {
  return { language: "Solidity", sources: await gatherSources([stablecoin, deployer]), settings };
}

function hashOf(input: unknown): string {
  return createHash("sha256").update(JSON.stringify(input)).digest("hex");
}

interface Source {
  readonly content: string;
}

const importPattern = /^\s*import\s[^;]*?["']([^"']+)["']\s*;/gm;

/** Follows imports from the given files; sorted, so that the input is reproducible. */
async function gatherSources(roots: readonly string[]): Promise<Record<string, Source>> {
  const found = new Map<string, Source>();
  const waiting = [...roots];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const content = await readFile(placeOf(path), "utf8");
    found.set(path, { content });
    for (const [, imported] of content.matchAll(importPattern))
      waiting.push(resolveImport(imported ?? "", path));
  }
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function placeOf(path: string): string | URL {
  return path.startsWith("@") ? require.resolve(path) : new URL(`../${path}`, import.meta.url);
}

function resolveImport(imported: string, importer: string): string {
  if (!imported.startsWith(".")) return imported;
  return new URL(imported, `file:///${importer}`).pathname.slice(1);
}

interface CompilerOutput {
  readonly errors?: readonly { readonly formattedMessage: string }[];
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, ContractOutput>>>>;
}

interface ContractOutput {
  readonly abi: readonly unknown[];
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: { readonly object: string };
  };
}

/** Treats warnings as errors: a contract that holds funds must have none. */
function compile(input: unknown) {
  const solc = require("solc") as { compile(input: string): string; version(): string };
  const { errors = [], contracts = {} } = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
  const outputOf = (file: string, name: string) => {
    const contract = contracts[file]?.[name];
    if (contract === undefined) throw new Error(`the compiler output has no ${name}`);
    return {
      abi: contract.abi,
      created: contract.evm.bytecode.object,
      stored: contract.evm.deployedBytecode.object,
    };
  };
  return { version: solc.version(), outputOf };
}

function assertSize(what: string, code: string, maxBytes: number): void {
  const size = code.length / 2;
  if (size > maxBytes) throw new Error(`${what} has ${size} bytes; the limit is ${maxBytes}`);
}
