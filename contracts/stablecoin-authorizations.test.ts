import { afterEach, beforeEach, expect, test } from "vitest";
import { mirrored, nonce, signMessage, withNobodysSignature } from "./test/authorization.ts";
import { deployStablecoin, type Person, ref, type TestStablecoin } from "./test/stablecoin.ts";

let token: TestStablecoin;
let address: (person: Person) => `0x${string}`;

beforeEach(async () => {
  token = await deployStablecoin();
  address = (person) => token.people[person].address;
  await token.send("minter", "mint", address("alice"), 1000n, ref("start"));
});
afterEach(() => token[Symbol.asyncDispose]());

const zeroAddress = `0x${"00".repeat(20)}`;

/** The three messages that move tokens, each with the function that takes it and who may hand it in. */
const ways = [
  { kind: "TransferWithAuthorization", name: "transferWithAuthorization", caller: "relayer" },
  { kind: "ReceiveWithAuthorization", name: "receiveWithAuthorization", caller: "bob" },
  { kind: "BurnWithAuthorization", name: "burnWithAuthorization", caller: "minter" },
] as const;
type Way = (typeof ways)[number];

test.each(ways)("$name moves what its holder signed, once", async (way) => {
  const args = await sign(way);
  expect(await token.read("authorizationState", address("alice"), nonce("n"))).toBe(false);
  const events = await token.send(way.caller, way.name, ...args);
  const isBurn = way.kind === "BurnWithAuthorization";
  const to = isBurn ? zeroAddress : address("bob");
  expect(events.slice(0, 2)).toEqual([
    ["AuthorizationUsed", { authorizer: address("alice"), nonce: nonce("n") }],
    ["Transfer", { from: address("alice"), to, value: 300n }],
  ]);
  const burn = { minter: address("minter"), from: address("alice"), amount: 300n, ref: ref("deed") };
  expect(events.slice(2)).toEqual(isBurn ? [["Burn", burn]] : []);
  expect(await token.read("balanceOf", address("alice"))).toBe(700n);
  expect(await token.read("totalSupply")).toBe(isBurn ? 700n : 1000n);
  expect(await token.read("authorizationState", address("alice"), nonce("n"))).toBe(true);
  expect(await token.refusal(way.caller, way.name, ...args)).toEqual([
    "ERC3009UsedAuthorization",
    address("alice"),
    nonce("n"),
  ]);
});

test.each(ways)("$name is refused before and after its time", async (way) => {
  const early = BigInt(token.now());
  const late = early + 100n;
  const args = await sign(way, { message: { validAfter: early, validBefore: late } });
  const refused = ["ERC3009InvalidAuthorizationTime", early, late];
  expect(await token.refusal(way.caller, way.name, ...args)).toEqual(refused);
  await token.passTime(100);
  expect(await token.refusal(way.caller, way.name, ...args)).toEqual(refused);
});

test.each(ways)("$name needs the holder's own signature of exactly this", async (way) => {
  const refused = ["ERC3009InvalidSignature"];
  expect(await token.refusal(way.caller, way.name, ...(await sign(way, { by: "stranger" })))).toEqual(
    refused,
  );
  const args = await sign(way);
  const changed = args.map((value) => (value === 300n ? 301n : value));
  expect(await token.refusal(way.caller, way.name, ...changed)).toEqual(refused);
  expect((await token.refusal(way.caller, way.name, ...mirrored(args)))[0]).toBe("ECDSAInvalidSignatureS");
  const nobody = withNobodysSignature(await sign(way, { message: { from: zeroAddress } }));
  expect(await token.refusal(way.caller, way.name, ...nobody)).toEqual(["ECDSAInvalidSignature"]);
});

test.each(ways)(
  "$name of a frozen holder, of more than there is, or while paused is refused",
  async (way) => {
    const tooMuch = await sign(way, { message: { value: 1001n } });
    expect((await token.refusal(way.caller, way.name, ...tooMuch))[0]).toBe("ERC20InsufficientBalance");
    const args = await sign(way);
    await token.send("freezer", "freeze", address("alice"));
    expect(await token.refusal(way.caller, way.name, ...args)).toEqual(["Frozen", address("alice")]);
    await token.send("freezer", "unfreeze", address("alice"));
    await token.send("freezer", "pause");
    expect(await token.refusal(way.caller, way.name, ...args)).toEqual(["EnforcedPause"]);
  },
);

test("an authorization to a frozen payee is refused and stays unused", async () => {
  const [way] = ways;
  await token.send("freezer", "freeze", address("bob"));
  const args = await sign(way);
  expect(await token.refusal(way.caller, way.name, ...args)).toEqual(["Frozen", address("bob")]);
  await token.send("freezer", "unfreeze", address("bob"));
  await token.send(way.caller, way.name, ...args);
});

test("a message of one kind is not taken for another", async () => {
  const [transfer, receive] = ways;
  expect(await token.refusal("bob", "receiveWithAuthorization", ...(await sign(transfer)))).toEqual([
    "ERC3009InvalidSignature",
  ]);
  expect(await token.refusal("bob", "transferWithAuthorization", ...(await sign(receive)))).toEqual([
    "ERC3009InvalidSignature",
  ]);
});

test("only the payee hands in a receiveWithAuthorization, only a minter a burnWithAuthorization", async () => {
  const [, receive, burn] = ways;
  expect(await token.refusal("relayer", receive.name, ...(await sign(receive)))).toEqual([
    "ERC20InvalidReceiver",
    address("bob"),
  ]);
  for (const person of ["alice", "admin", "relayer"] as const)
    expect(await token.refusal(person, burn.name, ...(await sign(burn)))).toEqual([
      "NotMinter",
      address(person),
    ]);
});

test("a burn with authorization uses its reference, and a used one refuses it with its consent unspent", async () => {
  const [, , burn] = ways;
  await token.send("minter", "mint", address("bob"), 1n, ref("taken"));
  const args = await sign(burn, { message: { reference: ref("taken") } });
  expect(await token.refusal("minter", burn.name, ...args)).toEqual(["ReferenceUsed", ref("taken")]);
  expect(await token.read("authorizationState", address("alice"), nonce("n"))).toBe(false);
  await token.send("minter", burn.name, ...(await sign(burn)));
  expect(await token.read("referenceUsed", ref("deed"))).toBe(true);
});

test.each(ways)("a canceled authorization cannot be used for $name, nor a used one canceled", async (way) => {
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
  expect(await token.refusal(way.caller, way.name, ...(await sign(way)))).toEqual(used);
  expect(await token.refusal("relayer", "cancelAuthorization", ...cancel)).toEqual(used);
});

test("authorizations may be used in any order", async () => {
  const [way] = ways;
  const first = await sign(way, { message: { nonce: nonce("first") } });
  const second = await sign(way, { message: { nonce: nonce("second") } });
  await token.send(way.caller, way.name, ...second);
  await token.send(way.caller, way.name, ...first);
  expect(await token.read("balanceOf", address("bob"))).toBe(600n);
});

function sign(
  way: Way,
  { by = "alice", message = {} }: { readonly by?: Person; readonly message?: Record<string, unknown> } = {},
): Promise<readonly unknown[]> {
  const standard = {
    from: address("alice"),
    to: address("bob"),
    value: 300n,
    reference: ref("deed"),
    validAfter: 0n,
    validBefore: BigInt(token.now() + 1000),
    nonce: nonce("n"),
  };
  return signMessage(token, way.kind, { by, message: { ...standard, ...message } });
}
