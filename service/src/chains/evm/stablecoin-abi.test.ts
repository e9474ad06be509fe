import { expect, test } from "vitest";
import artifact from "./artifact/stablecoin.json" with { type: "json" };
import { deployerAbi, referenceHash, stablecoinAbi } from "./stablecoin-abi.ts";

interface Item {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly { readonly type: string }[];
  readonly outputs?: readonly { readonly type: string }[];
}

/** What counts on the wire: kinds, names and types, not what arguments are called. */
function shape({ type, name, inputs = [], outputs = [] }: Item): string {
  const types = (list: readonly { readonly type: string }[]): string => list.map((one) => one.type).join();
  return `${type} ${name ?? ""}(${types(inputs)}) (${types(outputs)})`;
}

test("the compiled contract understands all that is said to it", () => {
  const compiled = new Set((artifact.abi as readonly Item[]).map(shape));
  // Only tokens of others have a version beside their domain.
  expect(stablecoinAbi.map(shape).filter((said) => !compiled.has(said))).toEqual([
    "function version() (string)",
  ]);
});

test("the deployer takes what it is given", () => {
  const constructors = (artifact.deployerAbi as readonly Item[]).filter(({ type }) => type === "constructor");
  expect(constructors.map(shape)).toEqual(deployerAbi.map(shape));
});

test("a reference is the Keccak hash of its text", () => {
  expect(referenceHash("")).toBe("0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
});
