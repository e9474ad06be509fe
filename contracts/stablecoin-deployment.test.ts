import {
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  keccak256,
  stringToHex,
  toHex,
  zeroAddress,
} from "viem";
import { afterEach, beforeEach, expect, test } from "vitest";
import { artifact, deployStablecoin, ref, type TestStablecoin, type User } from "./test/stablecoin.ts";

let token: TestStablecoin;
let address: (user: User) => `0x${string}`;

beforeEach(async () => {
  token = await deployStablecoin();
  address = (user) => token.users[user].address;
});
afterEach(() => token[Symbol.asyncDispose]());

// ERC-1967: storage slot of the implementation address.
const implementationSlot = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

test("the proxy is at the predicted address, has the code of the artifact, and is initialized once", async () => {
  expect(await token.chain.nodes.call("eth_getCode", [token.address, "latest"])).toBe(
    artifact.proxyRuntimeBytecode,
  );
  expect(await token.refusal("admin", "initialize", ...initializeArgs())).toEqual(["InvalidInitialization"]);
});

test("the implementation itself cannot be initialized or upgraded", async () => {
  const implementation = await implementationOf(token);
  const call = (data: Hex) =>
    token.chain.nodes.call("eth_call", [{ from: address("admin"), to: implementation, data }, "latest"]);
  await expect(call(encode("initialize", initializeArgs()))).rejects.toMatchObject({
    message: "execution reverted",
  });
  await expect(call(encode("upgradeToAndCall", [implementation, "0x"]))).rejects.toMatchObject({
    message: "execution reverted",
  });
});

test("a deployment without an admin, a minter or a freezer reverts", async () => {
  const { admin, minter, freezer } = token.users;
  const bad = [
    [zeroAddress, minter.address, freezer.address],
    [admin.address, zeroAddress, freezer.address],
    [admin.address, minter.address, zeroAddress],
  ] as const;
  for (const [forAdmin, forMinter, forFreezer] of bad) {
    const code = encodeDeployData({
      abi: artifact.deployerAbi,
      bytecode: artifact.deployerBytecode,
      args: ["Bad", "BAD", forAdmin, forMinter, 1n, forFreezer],
    });
    expect((await token.create("stranger", code)).status).toBe("reverted");
  }
});

test("only the admin upgrades, and the state is preserved", async () => {
  await token.send("minter", "mint", address("alice"), 500n, ref("m"));
  await token.send("freezer", "freeze", address("bob"));
  const { contractAddress } = await token.create("stranger", artifact.implementationBytecode);
  const implementation = getAddress(contractAddress ?? zeroAddress);
  expect(implementation).not.toBe(await implementationOf(token));
  for (const user of ["minter", "freezer", "deployer", "alice"] as const)
    expect(await token.refusal(user, "upgradeToAndCall", implementation, "0x")).toEqual([
      "OwnableUnauthorizedAccount",
      address(user),
    ]);
  expect(await token.send("admin", "upgradeToAndCall", implementation, "0x")).toEqual([
    ["Upgraded", { implementation }],
  ]);
  expect(await implementationOf(token)).toBe(implementation);
  expect(await token.read("balanceOf", address("alice"))).toBe(500n);
  expect(await token.read("isFrozen", address("bob"))).toBe(true);
  expect(await token.read("referenceUsed", ref("m"))).toBe(true);
  expect(await token.read("owner")).toBe(address("admin"));
  expect(await token.refusal("admin", "initialize", ...initializeArgs())).toEqual(["InvalidInitialization"]);
  await token.send("minter", "mint", address("alice"), 1n, ref("m2"));
});

test("an address that is not an upgradeable implementation is rejected", async () => {
  const deployerContract = getContractAddress({ from: address("deployer"), nonce: 0n });
  expect(await token.refusal("admin", "upgradeToAndCall", deployerContract, "0x")).toEqual([
    "ERC1967InvalidImplementation",
    deployerContract,
  ]);
});

test("the token's storage is at its ERC-7201 location", async () => {
  const name = BigInt(keccak256(stringToHex("florin.storage.Stablecoin"))) - 1n;
  const location = BigInt(keccak256(toHex(name, { size: 32 }))) & ~0xffn;
  // The freezer is the fourth field; the three mappings before it take one slot each.
  const slot = toHex(location + 3n, { size: 32 });
  const word = await token.chain.nodes.call("eth_getStorageAt", [token.address, slot, "latest"]);
  expect(getAddress(`0x${String(word).slice(-40)}`)).toBe(address("freezer"));
});

function initializeArgs(): readonly unknown[] {
  return ["Other", "OTH", address("stranger"), address("stranger"), 1n, address("stranger")];
}

function encode(functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: artifact.abi, functionName, args });
}

async function implementationOf({ chain, address: proxy }: TestStablecoin): Promise<Hex> {
  const word = await chain.nodes.call("eth_getStorageAt", [proxy, implementationSlot, "latest"]);
  return getAddress(`0x${String(word).slice(-40)}`);
}
