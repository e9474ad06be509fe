import { afterEach, beforeEach, expect, test } from "vitest";
import { mirrored, nonce, signMessage, withZeroSignature } from "./test/authorization.ts";
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

/** The three messages that move tokens, each with its function and who may submit it. */
const variants = [
  { kind: "TransferWithAuthorization", name: "transferWithAuthorization", caller: "relayer" },
  { kind: "ReceiveWithAuthorization", name: "receiveWithAuthorization", caller: "bob" },
  { kind: "BurnWithAuthorization", name: "burnWithAuthorization", caller: "minter" },
] as const;
type Variant = (typeof variants)[number];

test.each(variants)("$name executes the holder's authorization once", async (variant) => {
  const args = await sign(variant);
  expect(await token.read("authorizationState", address("alice"), nonce("n"))).toBe(false);
  const events = await token.send(variant.caller, variant.name, ...args);
  const isBurn = variant.kind === "BurnWithAuthorization";
  const to = isBurn ? zeroAddress : address("bob");
  expect(events.slice(0, 2)).toEqual([
    ["AuthorizationUsed", { authorizer: address("alice"), nonce: nonce("n") }],
    ["Transfer", { from: address("alice"), to, value: 300n }],
  ]);
  const burn = { minter: address("minter"), from: address("alice"), amount: 300n, ref: ref("operation") };
  expect(events.slice(2)).toEqual(isBurn ? [["Burn", burn]] : []);
  expect(await token.read("balanceOf", address("alice"))).toBe(700n);
  expect(await token.read("totalSupply")).toBe(isBurn ? 700n : 1000n);
  expect(await token.read("authorizationState", address("alice"), nonce("n"))).toBe(true);
  expect(await token.refusal(variant.caller, variant.name, ...args)).toEqual([
    "ERC3009UsedAuthorization",
    address("alice"),
    nonce("n"),
  ]);
});

test.each(variants)("$name is rejected before and after its validity", async (variant) => {
  const early = BigInt(token.now());
  const late = early + 100n;
  const args = await sign(variant, { message: { validAfter: early, validBefore: late } });
  const refused = ["ERC3009InvalidAuthorizationTime", early, late];
  expect(await token.refusal(variant.caller, variant.name, ...args)).toEqual(refused);
  await token.passTime(100);
  expect(await token.refusal(variant.caller, variant.name, ...args)).toEqual(refused);
});

test.each(variants)("$name requires the holder's signature of exactly this message", async (variant) => {
  const refused = ["ERC3009InvalidSignature"];
  expect(
    await token.refusal(variant.caller, variant.name, ...(await sign(variant, { by: "stranger" }))),
  ).toEqual(refused);
  const args = await sign(variant);
  const changed = args.map((value) => (value === 300n ? 301n : value));
  expect(await token.refusal(variant.caller, variant.name, ...changed)).toEqual(refused);
  expect((await token.refusal(variant.caller, variant.name, ...mirrored(args)))[0]).toBe(
    "ECDSAInvalidSignatureS",
  );
  const noOne = withZeroSignature(await sign(variant, { message: { from: zeroAddress } }));
  expect(await token.refusal(variant.caller, variant.name, ...noOne)).toEqual(["ECDSAInvalidSignature"]);
});

test.each(variants)(
  "$name is rejected for a frozen holder, above the balance, or while paused",
  async (variant) => {
    const tooMuch = await sign(variant, { message: { value: 1001n } });
    expect((await token.refusal(variant.caller, variant.name, ...tooMuch))[0]).toBe(
      "ERC20InsufficientBalance",
    );
    const args = await sign(variant);
    await token.send("freezer", "freeze", address("alice"));
    expect(await token.refusal(variant.caller, variant.name, ...args)).toEqual(["Frozen", address("alice")]);
    await token.send("freezer", "unfreeze", address("alice"));
    await token.send("freezer", "pause");
    expect(await token.refusal(variant.caller, variant.name, ...args)).toEqual(["EnforcedPause"]);
  },
);

test("an authorization to a frozen payee is rejected and stays unused", async () => {
  const [variant] = variants;
  await token.send("freezer", "freeze", address("bob"));
  const args = await sign(variant);
  expect(await token.refusal(variant.caller, variant.name, ...args)).toEqual(["Frozen", address("bob")]);
  await token.send("freezer", "unfreeze", address("bob"));
  await token.send(variant.caller, variant.name, ...args);
});

test("a message of one type is not valid as another", async () => {
  const [transfer, receive] = variants;
  expect(await token.refusal("bob", "receiveWithAuthorization", ...(await sign(transfer)))).toEqual([
    "ERC3009InvalidSignature",
  ]);
  expect(await token.refusal("bob", "transferWithAuthorization", ...(await sign(receive)))).toEqual([
    "ERC3009InvalidSignature",
  ]);
});

test("only the payee submits a receiveWithAuthorization, only a minter a burnWithAuthorization", async () => {
  const [, receive, burn] = variants;
  expect(await token.refusal("relayer", receive.name, ...(await sign(receive)))).toEqual([
    "ERC20InvalidReceiver",
    address("bob"),
  ]);
  for (const user of ["alice", "admin", "relayer"] as const)
    expect(await token.refusal(user, burn.name, ...(await sign(burn)))).toEqual(["NotMinter", address(user)]);
});

test("a burn with authorization uses its reference, and a used reference leaves the authorization unused", async () => {
  const [, , burn] = variants;
  await token.send("minter", "mint", address("bob"), 1n, ref("taken"));
  const args = await sign(burn, { message: { reference: ref("taken") } });
  expect(await token.refusal("minter", burn.name, ...args)).toEqual(["ReferenceUsed", ref("taken")]);
  expect(await token.read("authorizationState", address("alice"), nonce("n"))).toBe(false);
  await token.send("minter", burn.name, ...(await sign(burn)));
  expect(await token.read("referenceUsed", ref("operation"))).toBe(true);
});

test.each(variants)(
  "a canceled authorization cannot be used for $name, nor a used one canceled",
  async (variant) => {
    const message = { authorizer: address("alice"), nonce: nonce("n") };
    const forged = await signMessage(token, "CancelAuthorization", { by: "stranger", message });
    expect(await token.refusal("relayer", "cancelAuthorization", ...forged)).toEqual([
      "ERC3009InvalidSignature",
    ]);
    const cancel = await signMessage(token, "CancelAuthorization", { by: "alice", message });
    expect((await token.refusal("relayer", "cancelAuthorization", ...mirrored(cancel)))[0]).toBe(
      "ECDSAInvalidSignatureS",
    );
    expect(await token.send("relayer", "cancelAuthorization", ...cancel)).toEqual([
      ["AuthorizationCanceled", { authorizer: address("alice"), nonce: nonce("n") }],
    ]);
    const used = ["ERC3009UsedAuthorization", address("alice"), nonce("n")];
    expect(await token.refusal(variant.caller, variant.name, ...(await sign(variant)))).toEqual(used);
    expect(await token.refusal("relayer", "cancelAuthorization", ...cancel)).toEqual(used);
  },
);

test("authorizations may be used in any order", async () => {
  const [variant] = variants;
  const first = await sign(variant, { message: { nonce: nonce("first") } });
  const second = await sign(variant, { message: { nonce: nonce("second") } });
  await token.send(variant.caller, variant.name, ...second);
  await token.send(variant.caller, variant.name, ...first);
  expect(await token.read("balanceOf", address("bob"))).toBe(600n);
});

function sign(
  variant: Variant,
  { by = "alice", message = {} }: { readonly by?: User; readonly message?: Record<string, unknown> } = {},
): Promise<readonly unknown[]> {
  const standard = {
    from: address("alice"),
    to: address("bob"),
    value: 300n,
    reference: ref("operation"),
    validAfter: 0n,
    validBefore: BigInt(token.now() + 1000),
    nonce: nonce("n"),
  };
  return signMessage(token, variant.kind, { by, message: { ...standard, ...message } });
}
