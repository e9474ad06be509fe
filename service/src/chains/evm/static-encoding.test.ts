import fc from "fast-check";
import {
  bytesToHex,
  encodeFunctionData,
  getAddress,
  hashTypedData,
  stringToBytes,
  keccak256 as viemKeccak256,
} from "viem/utils";
import { expect, test } from "vitest";
import { keccak256, keccak256OfHex } from "./keccak.ts";
import { stablecoinAbi } from "./stablecoin-abi.ts";
import { createTypedDataHasher, encodeCall } from "./static-encoding.ts";

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((content): `0x${string}` => `0x${Buffer.from(content).toString("hex")}`);
const address = hexOf(20).map((text) => getAddress(text));
const word = hexOf(32);
const uint256 = fc.bigInt(0n, 2n ** 256n - 1n);

test("hashes are those of viem", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.string({ unit: "binary" }), (bytes, text) => {
      expect(keccak256(bytes)).toBe(viemKeccak256(bytes));
      expect(keccak256(text)).toBe(viemKeccak256(stringToBytes(text)));
      expect(keccak256OfHex(bytesToHex(bytes))).toBe(viemKeccak256(bytes));
    }),
  );
});

test("call data is that of a general encoder", () => {
  const values = fc.tuple(address, address, uint256, uint256, uint256, word, fc.nat(255), word, word);
  fc.assert(
    fc.property(values, ([from, to, value, after, before, nonce, v, r, s]) => {
      const data = encodeFunctionData({
        abi: stablecoinAbi,
        functionName: "transferWithAuthorization",
        args: [from, to, value, after, before, nonce, v, r, s],
      });
      const ours = [from, to, value, after, before, nonce, BigInt(v), r, s];
      expect(encodeCall("transferWithAuthorization", ours)).toBe(data);
    }),
  );
  expect(encodeCall("paused")).toBe(encodeFunctionData({ abi: stablecoinAbi, functionName: "paused" }));
});

test("a typed message has the hash of EIP-712", () => {
  const hash = createTypedDataHasher("Payment(address from,uint256 value,bytes32 nonce)");
  const types = {
    Payment: [
      { name: "from", type: "address" },
      { name: "value", type: "uint256" },
      { name: "nonce", type: "bytes32" },
    ],
  } as const;
  const domains = fc.record({
    name: fc.string(),
    // Without a version, the general encoder would omit the field.
    version: fc.string({ minLength: 1 }),
    chainId: fc.nat(),
    verifyingContract: address,
  });
  fc.assert(
    fc.property(domains, address, uint256, word, (domain, from, value, nonce) => {
      const expected = hashTypedData({
        domain,
        types,
        primaryType: "Payment",
        message: { from, value, nonce },
      });
      expect(hash(domain, [from, value, nonce])).toBe(expected);
      expect(hash(domain, [from, value, nonce])).toBe(expected);
    }),
  );
});

test.each([-1n, 2n ** 256n, `0x${"00".repeat(33)}`] as const)("%s is not one word", (value) => {
  expect(() => encodeCall("referenceUsed", [value])).toThrow("one word");
});

test("a call has as many values as its function has parameters", () => {
  expect(() => encodeCall("mint", [1n])).toThrow("takes 3 values");
});
