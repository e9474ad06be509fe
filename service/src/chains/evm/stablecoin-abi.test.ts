import { expect, test } from "vitest";
import artifact from "./artifact/stablecoin.json" with { type: "json" };
import { deployerAbi, referenceHash, stablecoinAbi } from "./stablecoin-abi.ts";

interface Item {
  readonly type: string;
  readonly name?: string;
  readonly inputs?: readonly { readonly type: string }[];
  readonly outputs?: readonly { readonly type: string }[];
}

/** The ABI shape: kinds, names and types, without argument names. */
function shape({ type, name, inputs = [], outputs = [] }: Item): string {
  const types = (list: readonly { readonly type: string }[]): string =>
    list.map((parameter) => parameter.type).join();
  return `${type} ${name ?? ""}(${types(inputs)}) (${types(outputs)})`;
}

test("the compiled contract has every function, event and error that is used", () => {
  const compiled = new Set((artifact.abi as readonly Item[]).map(shape));
  // Only third-party tokens have a version outside their domain.
  expect(stablecoinAbi.map(shape).filter((signature) => !compiled.has(signature))).toEqual([
    "function version() (string)",
  ]);
});

test("the deployer's constructor matches", () => {
  const constructors = (artifact.deployerAbi as readonly Item[]).filter(({ type }) => type === "constructor");
  expect(constructors.map(shape)).toEqual(deployerAbi.map(shape));
});

test("a reference is the Keccak hash of its text", () => {
  expect(referenceHash("")).toBe("0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");
});
