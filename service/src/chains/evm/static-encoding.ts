import type { Address, ContractFunctionName, Hex } from "viem";
import { getAbiItem, hashStruct, toFunctionSelector } from "viem/utils";
import { assert } from "../../kernel/assert.ts";
import { keccak256, keccak256OfHex } from "./keccak.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";

/** Addresses and hashes as hex, numbers as bigint. */
export type StaticValue = Hex | bigint;

type StablecoinFunction = ContractFunctionName<typeof stablecoinAbi>;

const selectors = new Map<StablecoinFunction, { readonly selector: Hex; readonly inputs: number }>();

/** Call data of a function whose parameters are static. A general encoder would hash the signature for each call. */
export function encodeCall(functionName: StablecoinFunction, values: readonly StaticValue[] = []): Hex {
  const { selector, inputs } = selectors.get(functionName) ?? prepareCall(functionName);
  assert(values.length === inputs, `${functionName} takes ${inputs} values`);
  return `${selector}${encodeWords(values)}`;
}

function prepareCall(functionName: StablecoinFunction) {
  const item = getAbiItem({ abi: stablecoinAbi, name: functionName });
  const prepared = { selector: toFunctionSelector(item), inputs: item.inputs.length };
  selectors.set(functionName, prepared);
  return prepared;
}

/** An EIP-712 domain. */
export interface TokenDomain {
  readonly name: string;
  readonly version: string;
  readonly chainId: number;
  readonly verifyingContract: Address;
}

/** Hashes EIP-712 messages of a type whose members are static: `encodeType` is as in the standard. */
export function createTypedDataHasher(
  encodeType: string,
): (domain: TokenDomain, values: readonly StaticValue[]) => Hex {
  const typeHash = keccak256(encodeType);
  return (domain, values) => {
    const structHash = keccak256OfHex(`0x${encodeWords([typeHash, ...values])}`);
    return keccak256OfHex(`0x1901${separatorOf(domain).slice(2)}${structHash.slice(2)}`);
  };
}

const domainFields = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
] as const;

// A domain is read once for each token, and then always the same object.
const separators = new WeakMap<TokenDomain, Hex>();

function separatorOf(domain: TokenDomain): Hex {
  const known = separators.get(domain);
  if (known !== undefined) return known;
  const data = { ...domain, chainId: BigInt(domain.chainId) };
  const types = { EIP712Domain: domainFields };
  const separator = hashStruct({ data, primaryType: "EIP712Domain", types });
  separators.set(domain, separator);
  return separator;
}

const wordDigits = 64;

/** In the ABI, a static value is one word of 32 bytes. */
function encodeWords(values: readonly StaticValue[]): string {
  return values.map(encodeWord).join("");
}

function encodeWord(value: StaticValue): string {
  const digits = typeof value === "bigint" ? value.toString(16) : value.slice(2).toLowerCase();
  assert(digits.length <= wordDigits && !digits.startsWith("-"), "a static value is one word");
  return digits.padStart(wordDigits, "0");
}
