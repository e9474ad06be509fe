import { expect, test } from "vitest";
import { hashStablecoinSource } from "./compile-stablecoin.ts";
import { artifact } from "./test/stablecoin.ts";

test("the committed artifact matches the source", async () => {
  expect(artifact.sourceHash).toBe(await hashStablecoinSource());
});

test("the contracts stay within the size limits", () => {
  // EIP-3860 for creation code. EIP-170 is checked on deployment and by the compilation.
  expect(artifact.deployerBytecode.length / 2 - 1).toBeLessThan(49_152);
  expect(artifact.implementationBytecode.length / 2 - 1).toBeLessThan(24_576);
});
