import { afterEach, beforeEach, expect, test } from "vitest";
import {
  deployStablecoin,
  minterAllowance,
  ref,
  type TestStablecoin,
  tokenName,
  type User,
} from "./test/stablecoin.ts";

let token: TestStablecoin;
let address: (user: User) => `0x${string}`;

beforeEach(async () => {
  token = await deployStablecoin();
  address = (user) => token.users[user].address;
});
afterEach(() => token[Symbol.asyncDispose]());

const zeroAddress = `0x${"00".repeat(20)}`;

test("a new token has its name, six decimals, separate roles, and no supply", async () => {
  expect(await token.read("name")).toBe(tokenName);
  expect(await token.read("symbol")).toBe("TSTD");
  expect(await token.read("decimals")).toBe(6);
  expect(await token.read("totalSupply")).toBe(0n);
  expect(await token.read("owner")).toBe(address("admin"));
  expect(await token.read("freezer")).toBe(address("freezer"));
  expect(await token.read("isMinter", address("minter"))).toBe(true);
  expect(await token.read("isMinter", address("admin"))).toBe(false);
  expect(await token.read("minterAllowance", address("minter"))).toBe(minterAllowance);
  expect(await token.read("paused")).toBe(false);
});

test("a minter mints within its allowance, and each mint emits its reference", async () => {
  const events = await token.send("minter", "mint", address("alice"), 400n, ref("m1"));
  expect(events).toEqual([
    ["Transfer", { from: zeroAddress, to: address("alice"), value: 400n }],
    ["Mint", { minter: address("minter"), to: address("alice"), amount: 400n, ref: ref("m1") }],
  ]);
  expect(await token.read("balanceOf", address("alice"))).toBe(400n);
  expect(await token.read("totalSupply")).toBe(400n);
  expect(await token.read("minterAllowance", address("minter"))).toBe(minterAllowance - 400n);
  await token.send("minter", "mint", address("alice"), minterAllowance - 400n, ref("m2"));
  const refused = await token.refusal("minter", "mint", address("alice"), 1n, ref("m3"));
  expect(refused).toEqual(["MinterAllowanceExceeded", address("minter"), 0n, 1n]);
});

test("a reference is valid for one operation of any kind", async () => {
  expect(await token.read("referenceUsed", ref("r1"))).toBe(false);
  await token.send("minter", "mint", address("minter"), 100n, ref("r1"));
  expect(await token.read("referenceUsed", ref("r1"))).toBe(true);
  const used = ["ReferenceUsed", ref("r1")];
  expect(await token.refusal("minter", "mint", address("bob"), 5n, ref("r1"))).toEqual(used);
  expect(await token.refusal("minter", "burn", 5n, ref("r1"))).toEqual(used);
  await token.send("freezer", "freeze", address("minter"));
  expect(await token.refusal("admin", "wipe", address("minter"), ref("r1"))).toEqual(used);
  expect(await token.refusal("admin", "wipe", address("minter"), ref(""))).toEqual(["ReferenceMissing"]);
});

test("a minter burns only its own tokens", async () => {
  await token.send("minter", "mint", address("minter"), 100n, ref("m"));
  expect(await token.send("minter", "burn", 60n, ref("b1"))).toEqual([
    ["Transfer", { from: address("minter"), to: zeroAddress, value: 60n }],
    ["Burn", { minter: address("minter"), from: address("minter"), amount: 60n, ref: ref("b1") }],
  ]);
  expect(await token.read("totalSupply")).toBe(40n);
  const refused = await token.refusal("minter", "burn", 41n, ref("b2"));
  expect(refused).toEqual(["ERC20InsufficientBalance", address("minter"), 40n, 41n]);
  expect(await token.read("referenceUsed", ref("b2"))).toBe(false);
});

test("only a minter mints or burns", async () => {
  for (const user of ["admin", "freezer", "alice", "deployer"] as const) {
    const refused = ["NotMinter", address(user)];
    expect(await token.refusal(user, "mint", address("alice"), 1n, ref("x"))).toEqual(refused);
    expect(await token.refusal(user, "burn", 1n, ref("x"))).toEqual(refused);
  }
});

test("the admin appoints minters, changes their allowances, and removes them", async () => {
  expect(await token.send("admin", "configureMinter", address("bob"), 5n)).toEqual([
    ["MinterConfigured", { minter: address("bob"), allowance: 5n }],
  ]);
  await token.send("bob", "mint", address("alice"), 5n, ref("m1"));
  await token.send("admin", "configureMinter", address("bob"), 7n);
  expect(await token.read("minterAllowance", address("bob"))).toBe(7n);
  expect(await token.send("admin", "removeMinter", address("bob"))).toEqual([
    ["MinterRemoved", { minter: address("bob") }],
  ]);
  expect(await token.read("minterAllowance", address("bob"))).toBe(0n);
  const refused = await token.refusal("bob", "mint", address("alice"), 1n, ref("m2"));
  expect(refused).toEqual(["NotMinter", address("bob")]);
  expect(await token.refusal("admin", "configureMinter", zeroAddress, 1n)).toEqual(["ZeroAddress"]);
});

test("only the admin appoints, wipes, unpauses or transfers ownership", async () => {
  for (const user of ["minter", "freezer", "alice", "deployer"] as const) {
    const refused = ["OwnableUnauthorizedAccount", address(user)];
    expect(await token.refusal(user, "configureMinter", address("bob"), 1n)).toEqual(refused);
    expect(await token.refusal(user, "removeMinter", address("minter"))).toEqual(refused);
    expect(await token.refusal(user, "setFreezer", address("bob"))).toEqual(refused);
    expect(await token.refusal(user, "wipe", address("bob"), ref("w"))).toEqual(refused);
    expect(await token.refusal(user, "unpause")).toEqual(refused);
    expect(await token.refusal(user, "transferOwnership", address("bob"))).toEqual(refused);
    expect(await token.refusal(user, "renounceOwnership")).toEqual(refused);
  }
});

test("the admin changes in two steps, and cannot be renounced", async () => {
  expect(await token.send("admin", "transferOwnership", address("bob"))).toEqual([
    ["OwnershipTransferStarted", { previousOwner: address("admin"), newOwner: address("bob") }],
  ]);
  expect(await token.read("owner")).toBe(address("admin"));
  expect(await token.read("pendingOwner")).toBe(address("bob"));
  const notYet = await token.refusal("bob", "setFreezer", address("bob"));
  expect(notYet).toEqual(["OwnableUnauthorizedAccount", address("bob")]);
  const other = await token.refusal("stranger", "acceptOwnership");
  expect(other).toEqual(["OwnableUnauthorizedAccount", address("stranger")]);
  expect(await token.send("bob", "acceptOwnership")).toEqual([
    ["OwnershipTransferred", { previousOwner: address("admin"), newOwner: address("bob") }],
  ]);
  const former = await token.refusal("admin", "setFreezer", address("admin"));
  expect(former).toEqual(["OwnableUnauthorizedAccount", address("admin")]);
  expect(await token.refusal("bob", "renounceOwnership")).toEqual(["AdminRequired"]);
});

test("the admin changes the freezer, and only the freezer freezes and unfreezes", async () => {
  expect(await token.send("admin", "setFreezer", address("bob"))).toEqual([
    ["FreezerChanged", { previousFreezer: address("freezer"), newFreezer: address("bob") }],
  ]);
  for (const user of ["freezer", "admin", "minter", "alice"] as const) {
    const refused = ["NotFreezer", address(user)];
    expect(await token.refusal(user, "freeze", address("alice"))).toEqual(refused);
    expect(await token.refusal(user, "unfreeze", address("alice"))).toEqual(refused);
  }
  expect(await token.send("bob", "freeze", address("alice"))).toEqual([
    ["Freeze", { account: address("alice") }],
  ]);
  expect(await token.refusal("admin", "setFreezer", zeroAddress)).toEqual(["ZeroAddress"]);
  // The zero address is the sender of mints and the recipient of burns.
  expect(await token.refusal("bob", "freeze", zeroAddress)).toEqual(["ZeroAddress"]);
});
