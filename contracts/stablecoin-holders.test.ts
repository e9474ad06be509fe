import { maxUint256 } from "viem";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signMessage } from "./test/authorization.ts";
import { deployStablecoin, ref, type TestStablecoin, type User } from "./test/stablecoin.ts";

let token: TestStablecoin;
let address: (user: User) => `0x${string}`;

beforeEach(async () => {
  token = await deployStablecoin();
  address = (user) => token.users[user].address;
  await token.send("minter", "mint", address("alice"), 1000n, ref("start"));
});
afterEach(() => token[Symbol.asyncDispose]());

const zeroAddress = `0x${"00".repeat(20)}`;

test("holders transfer, approve and spend as defined in ERC-20", async () => {
  expect(await token.send("alice", "transfer", address("bob"), 10n)).toEqual([
    ["Transfer", { from: address("alice"), to: address("bob"), value: 10n }],
  ]);
  expect(await token.send("alice", "approve", address("bob"), 25n)).toEqual([
    ["Approval", { owner: address("alice"), spender: address("bob"), value: 25n }],
  ]);
  await token.send("bob", "transferFrom", address("alice"), address("bob"), 20n);
  expect(await token.read("allowance", address("alice"), address("bob"))).toBe(5n);
  expect(await token.read("balanceOf", address("bob"))).toBe(30n);
  expect(await token.refusal("bob", "transferFrom", address("alice"), address("bob"), 6n)).toEqual([
    "ERC20InsufficientAllowance",
    address("bob"),
    5n,
    6n,
  ]);
  expect(await token.refusal("bob", "transfer", address("alice"), 31n)).toEqual([
    "ERC20InsufficientBalance",
    address("bob"),
    30n,
    31n,
  ]);
});

test("transfers to the zero address or the token contract are rejected", async () => {
  for (const lost of [zeroAddress, token.address]) {
    const refused = ["ERC20InvalidReceiver", lost];
    expect(await token.refusal("alice", "transfer", lost, 1n)).toEqual(refused);
    expect(await token.refusal("minter", "mint", lost, 1n, ref("lost"))).toEqual(refused);
  }
});

test("a permit grants an allowance to its spender once, until its deadline", async () => {
  const message = permit({ value: 50n, nonce: 0n, deadline: BigInt(token.now() + 10) });
  const args = await signMessage(token, "Permit", { by: "alice", message, leaveOut: ["nonce"] });
  expect(await token.send("relayer", "permit", ...args)).toEqual([
    ["Approval", { owner: address("alice"), spender: address("bob"), value: 50n }],
  ]);
  expect(await token.read("allowance", address("alice"), address("bob"))).toBe(50n);
  expect(await token.read("nonces", address("alice"))).toBe(1n);
  expect((await token.refusal("relayer", "permit", ...args))[0]).toBe("ERC2612InvalidSigner");
  const forged = await signMessage(token, "Permit", {
    by: "bob",
    message: { ...message, nonce: 1n },
    leaveOut: ["nonce"],
  });
  expect(await token.refusal("relayer", "permit", ...forged)).toEqual([
    "ERC2612InvalidSigner",
    address("bob"),
    address("alice"),
  ]);
  await token.passTime(11);
  expect(await token.refusal("relayer", "permit", ...args)).toEqual([
    "ERC2612ExpiredSignature",
    message.deadline,
  ]);
});

test("a frozen holder cannot send, receive, approve or spend until unfrozen", async () => {
  await token.send("alice", "approve", address("bob"), maxUint256);
  await token.send("freezer", "freeze", address("alice"));
  expect(await token.read("isFrozen", address("alice"))).toBe(true);
  const refused = ["Frozen", address("alice")];
  expect(await token.refusal("alice", "transfer", address("bob"), 1n)).toEqual(refused);
  expect(await token.refusal("bob", "transfer", address("alice"), 0n)).toEqual(refused);
  expect(await token.refusal("minter", "mint", address("alice"), 1n, ref("x"))).toEqual(refused);
  expect(await token.refusal("bob", "transferFrom", address("alice"), address("bob"), 1n)).toEqual(refused);
  expect(await token.refusal("alice", "approve", address("bob"), 1n)).toEqual(refused);
  expect(await token.refusal("bob", "approve", address("alice"), 1n)).toEqual(refused);
  const message = permit({ value: 1n, nonce: 0n, deadline: maxUint256 });
  const args = await signMessage(token, "Permit", { by: "alice", message, leaveOut: ["nonce"] });
  expect(await token.refusal("relayer", "permit", ...args)).toEqual(refused);
  expect(await token.send("freezer", "unfreeze", address("alice"))).toEqual([
    ["Unfreeze", { account: address("alice") }],
  ]);
  await token.send("alice", "transfer", address("bob"), 1n);
});

test("a frozen spender cannot use even an unlimited allowance, and a frozen minter cannot mint or burn", async () => {
  await token.send("alice", "approve", address("bob"), maxUint256);
  await token.send("freezer", "freeze", address("bob"));
  expect(await token.refusal("bob", "transferFrom", address("alice"), address("stranger"), 1n)).toEqual([
    "Frozen",
    address("bob"),
  ]);
  await token.send("freezer", "freeze", address("minter"));
  const refused = ["Frozen", address("minter")];
  expect(await token.refusal("minter", "mint", address("alice"), 1n, ref("x"))).toEqual(refused);
  expect(await token.refusal("minter", "burn", 0n, ref("x"))).toEqual(refused);
});

test("the admin wipes only frozen holders, paused or not", async () => {
  expect(await token.refusal("admin", "wipe", address("alice"), ref("w1"))).toEqual([
    "NotFrozen",
    address("alice"),
  ]);
  await token.send("freezer", "freeze", address("alice"));
  await token.send("freezer", "pause");
  expect(await token.send("admin", "wipe", address("alice"), ref("w1"))).toEqual([
    ["Transfer", { from: address("alice"), to: zeroAddress, value: 1000n }],
    ["Wipe", { holder: address("alice"), amount: 1000n, ref: ref("w1") }],
  ]);
  expect(await token.read("totalSupply")).toBe(0n);
  expect(await token.refusal("admin", "wipe", address("alice"), ref("w1"))).toEqual([
    "ReferenceUsed",
    ref("w1"),
  ]);
});

test("a pause stops every movement until the admin unpauses; the freezer may pause, too", async () => {
  expect(await token.refusal("alice", "pause")).toEqual(["NotFreezer", address("alice")]);
  expect(await token.refusal("minter", "pause")).toEqual(["NotFreezer", address("minter")]);
  expect(await token.send("freezer", "pause")).toEqual([["Paused", { account: address("freezer") }]]);
  expect(await token.refusal("admin", "pause")).toEqual(["EnforcedPause"]);
  expect(await token.refusal("alice", "transfer", address("bob"), 1n)).toEqual(["EnforcedPause"]);
  expect(await token.refusal("minter", "mint", address("bob"), 1n, ref("x"))).toEqual(["EnforcedPause"]);
  expect(await token.refusal("minter", "burn", 0n, ref("x"))).toEqual(["EnforcedPause"]);
  expect(await token.refusal("freezer", "unpause")).toEqual([
    "OwnableUnauthorizedAccount",
    address("freezer"),
  ]);
  expect(await token.send("admin", "unpause")).toEqual([["Unpaused", { account: address("admin") }]]);
  expect(await token.refusal("admin", "unpause")).toEqual(["ExpectedPause"]);
  await token.send("alice", "transfer", address("bob"), 1n);
  await token.send("admin", "pause");
});

function permit(fields: { readonly value: bigint; readonly nonce: bigint; readonly deadline: bigint }) {
  return { owner: address("alice"), spender: address("bob"), ...fields };
}
