import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { awsKeys, type KeyServer, startAwsKms } from "../../test/key-servers.ts";
import { startLocalEvm } from "../../test/local-evm.ts";
import { runOperation } from "../../test/run-operation.ts";
import { ed25519SignerSuite, evmSignerSuite } from "../../test/signer-suite.ts";
import { createHsmKey, hasSoftHsm, openSoftHsm, softHsmNote } from "../../test/soft-hsm.ts";
import { ChainUnavailableError } from "../chains/chain.ts";
import type { ChainFamily } from "../chains/chain-name.ts";
import { createExternalSigner } from "../chains/custody/external-signer.ts";
import { createKeystoreSigner } from "../chains/custody/keystore-signer.ts";
import { createEvmChain } from "../chains/evm/evm-chain.ts";
import type { SignerSetting } from "../config/signers.ts";
import { systemClock } from "../kernel/instant.ts";
import type { SigningKey } from "../kernel/signing-key.ts";
import { createAwsKms } from "../keys/adapters/aws-kms.ts";
import { createPkcs11Keys, type Pkcs11Keys } from "../keys/adapters/pkcs11/pkcs11-keys.ts";
import { providerKeysOf } from "./provider-keys.ts";

const seed = randomBytes(64);
const minter = { role: "minter", index: 0 } as const;

const withMinter = (family: ChainFamily, key: SigningKey) =>
  createExternalSigner({
    family,
    keys: new Map([["minter", key]]),
    keystore: createKeystoreSigner({ seed, family }),
  });

describe("the keystore", () => {
  evmSignerSuite(async () => createKeystoreSigner({ seed, family: "evm" }));
  ed25519SignerSuite(async () => createKeystoreSigner({ seed, family: "solana" }));
});

describe.skipIf(!hasSoftHsm)(`PKCS #11 with SoftHSM${softHsmNote}`, () => {
  let keys: Pkcs11Keys;
  beforeAll(() => {
    keys = createPkcs11Keys(openSoftHsm());
  });
  afterAll(() => keys.close());
  evmSignerSuite(async () => withMinter("evm", keys.signingKey(createHsmKey("secp256k1"), "secp256k1")));
  ed25519SignerSuite(async () => withMinter("stellar", keys.signingKey(createHsmKey("ed25519"), "ed25519")));

  test("a token is deployed, minted and frozen with a key for each role in the token", async () => {
    await using node = await startLocalEvm();
    await node.setMining(false);
    const setting = (role: SignerSetting["role"]): SignerSetting => {
      return { family: "evm", role, key: { provider: "pkcs11", keyName: createHsmKey("secp256k1") } };
    };
    const testnet = (["deployer", "minter", "freezer", "gas"] as const).map(setting);
    const byLabel = {
      signingKey: ({ keyName }: SignerSetting["key"]) => keys.signingKey(keyName, "secp256k1"),
    };
    const signer = createExternalSigner({
      family: "evm",
      keys: providerKeysOf({ testnet, mainnet: [] }, byLabel)({ network: "testnet", family: "evm" }),
      keystore: createKeystoreSigner({ seed, family: "evm" }),
    });
    const chain = createEvmChain({
      key: { network: "testnet", chain: "ethereum" },
      nodes: node.nodes,
      chainId: node.chainId,
      signer,
      finality: { confirmations: 1 },
      now: () => systemClock.now(),
    });
    const env = { chain, signer, node, mine: () => node.mine() };
    const issuer = { role: "issuer", index: 0 } as const;
    const token = { issuer, authority: "platform" } as const;
    const contract = await runOperation(env, {
      kind: "deploy",
      reference: "d",
      name: "T",
      symbol: "TST",
      ...token,
    });
    const holder = "0x00000000000000000000000000000000000000A1";
    await runOperation(env, { kind: "mint", reference: "m", contract, to: holder, units: 9n, ...token });
    await runOperation(env, { kind: "freeze", reference: "f", contract, issuer, holder });
    expect(await chain.balances(contract, [holder])).toEqual([9n]);
    const [check] = await chain.check([
      { kind: "mint", reference: "m2", contract, to: holder, units: 1n, ...token },
    ]);
    expect(check).toMatchObject({ ok: false, reason: "frozen" });
    const holders = await chain.roleHolders(contract);
    expect(holders.map(({ isPlatform }) => isPlatform)).toEqual([true, true, true]);
    expect(new Set(holders.map(({ address }) => address)).size).toBe(3);
  });
});

describe("AWS KMS", () => {
  let aws: KeyServer;
  let forger: KeyServer;
  const kms = ({ url }: KeyServer) => createAwsKms({ region: "us-east-1", endpoint: url });

  beforeAll(async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
    [aws, forger] = await Promise.all([startAwsKms(), startAwsKms({ forges: true })]);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    for (const server of [aws, forger]) await server[Symbol.asyncDispose]();
  });

  evmSignerSuite(async () => withMinter("evm", kms(aws).signingKey(awsKeys.secp256k1, "secp256k1")));
  ed25519SignerSuite(async () => withMinter("solana", kms(aws).signingKey(awsKeys.ed25519, "ed25519")));

  test.each(["evm", "stellar"] as const)("a wrong signature is not used on %s", async (family) => {
    const curve = family === "evm" ? "secp256k1" : "ed25519";
    const signer = withMinter(family, kms(forger).signingKey(awsKeys[curve], curve));
    const signing = signer.sign(minter, Buffer.alloc(32, 7));
    await expect(signing).rejects.toThrow("the provider of minter/0 returned a wrong signature");
    await expect(signing).rejects.toBeInstanceOf(ChainUnavailableError);
  });

  test("a key on another curve is refused, and an outage leaves the work for later", async () => {
    const wrong = withMinter("evm", kms(aws).signingKey(awsKeys.ed25519, "secp256k1"));
    await expect(wrong.publicKey(minter)).rejects.toMatchObject({
      cause: expect.objectContaining({ failure: "rejected" }),
    });
    const signer = withMinter("evm", kms(aws).signingKey(awsKeys.secp256k1, "secp256k1"));
    aws.fail("throttle", 1);
    await expect(signer.sign(minter, Buffer.alloc(32))).rejects.toBeInstanceOf(ChainUnavailableError);
    expect(await signer.sign(minter, Buffer.alloc(32))).toHaveLength(65);
  });
});

test("other roles, and only they, sign with the keystore", async () => {
  const refuse = () => Promise.reject(new Error("not used"));
  const signer = withMinter("evm", { publicKey: refuse, sign: refuse });
  const keystore = createKeystoreSigner({ seed, family: "evm" });
  const gas = { role: "gas", index: 0 } as const;
  expect(await signer.sign(gas, Buffer.alloc(32))).toEqual(await keystore.sign(gas, Buffer.alloc(32)));
  await expect(signer.publicKey(minter)).rejects.toThrow("the provider of minter/0 failed");
  await expect(signer.publicKey({ role: "minter", index: 1 })).rejects.toThrow("minter has one key");
});
