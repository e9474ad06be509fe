import { expect, test } from "vitest";
import { hashStablecoinSource } from "./compile-stablecoin.ts";
import { artifact } from "./test/stablecoin.ts";

test("the committed artifact was compiled from the source as it is", async () => {
  expect(artifact.sourceHash).toBe(await hashStablecoinSource());
});

test("the contracts keep within what every chain takes", () => {
  // EIP-3860 for what is sent; EIP-170 is held against the stored code when it is deployed, and by the compilation.
  expect(artifact.deployerBytecode.length / 2 - 1).toBeLessThan(49_152);
  expect(artifact.implementationBytecode.length / 2 - 1).toBeLessThan(24_576);
});
