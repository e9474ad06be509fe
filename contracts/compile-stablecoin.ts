import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** What the service needs of the compiled contracts, and what an auditor needs to compile them again. */
export interface StablecoinArtifact {
  readonly compiler: string;
  /** Of the whole input: our sources, OpenZeppelin's, and the settings. */
  readonly sourceHash: string;
  readonly abi: readonly unknown[];
  readonly deployerAbi: readonly unknown[];
  /** The creation code of the deployer; its constructor's arguments come behind it. */
  readonly deployerBytecode: string;
  /** The creation code of the implementation alone, for an upgrade. */
  readonly implementationBytecode: string;
  /** The code that stands at a token's address; it has no immutables, so it is the same for each. */
  readonly proxyRuntimeBytecode: string;
}

const require = createRequire(import.meta.url);

const stablecoin = "contracts/Stablecoin.sol";
const deployer = "contracts/StablecoinDeployer.sol";
const proxy = "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

const settings = {
  optimizer: { enabled: true, runs: 200 },
  // Every chain that Florin speaks to has had Cancun for years; a newer one would only bind us.
  evmVersion: "cancun",
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
} as const;

// EIP-170 and EIP-3860: no chain takes more.
const maxRuntimeBytes = 24_576;
const maxCreationBytes = 49_152;

export async function compileStablecoin(): Promise<StablecoinArtifact> {
  const input = await compilerInput();
  const compiled = compile(input);
  const of = (file: string, name: string) => {
    const contract = compiled.contracts[file]?.[name];
    if (contract === undefined) throw new Error(`the compiler made no ${name}`);
    return {
      abi: contract.abi,
      created: contract.evm.bytecode.object,
      stored: contract.evm.deployedBytecode.object,
    };
  };
  const implementation = of(stablecoin, "Stablecoin");
  const deploying = of(deployer, "StablecoinDeployer");
  assertSize("the implementation", implementation.stored, maxRuntimeBytes);
  assertSize("the deployer", deploying.created, maxCreationBytes);
  return {
    compiler: compiled.version,
    sourceHash: hashOf(input),
    abi: implementation.abi,
    deployerAbi: deploying.abi,
    deployerBytecode: `0x${deploying.created}`,
    implementationBytecode: `0x${implementation.created}`,
    proxyRuntimeBytecode: `0x${of(proxy, "ERC1967Proxy").stored}`,
  };
}

/** Tells in no time whether anything has changed that the compiler would see. */
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

/** Follows the imports from the given files; sorted, so that the input is the same wherever it is gathered. */
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

/** Warnings are errors here: a contract that holds money has no room for them. */
function compile(input: unknown) {
  const solc = require("solc") as { compile(input: string): string; version(): string };
  const { errors = [], contracts = {} } = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join("\n"));
  return { version: solc.version(), contracts };
}

function assertSize(what: string, code: string, maxBytes: number): void {
  const size = code.length / 2;
  if (size > maxBytes) throw new Error(`${what} has ${size} bytes; a chain takes ${maxBytes}`);
}
