import { type Address, address } from "@solana/kit";
import { getCreateAccountInstruction } from "@solana-program/system";
import {
  getInitializeMint2Instruction,
  getMintDecoder,
  getPauseInstruction,
} from "@solana-program/token-2022";
import { afterAll, assert, beforeAll, describe, expect, test } from "vitest";
import type { ChainEnvironment } from "../../../test/chain-suite/chain-environment.ts";
import { openStage, type Stage } from "../../../test/chain-suite/stage.ts";
import { fund, keyPairOf, nodesOf, openSolanaEnvironment, signedBy } from "../../../test/local-solana.ts";
import type { DeployOperation, MintOperation } from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { scan } from "./scan.ts";
import { createTokenAccounts, readAccounts } from "./token-accounts.ts";

let env: ChainEnvironment;
let stage: Stage;
let nodes: NodePool;

beforeAll(async () => {
  env = await openSolanaEnvironment();
  stage = await openStage(env);
  nodes = nodesOf([env.nodeUrl]);
});

afterAll(async () => {
  await env.close();
});

function deployment(index: number, authority: DeployOperation["authority"] = "platform"): DeployOperation {
  const issuer = { role: "issuer", index } as const;
  return { kind: "deploy", reference: `deploy-${index}`, name: "Dollar", symbol: "USD", issuer, authority };
}

const addressOf = async (name: string): Promise<Address> => (await keyPairOf(name)).address;

describe("a token", () => {
  test("each authority belongs to its key role, and the name is on the chain", async () => {
    const name = "A Dollar With A Name That No One Would Call Short, Least Of All Us";
    const { prepared } = await stage.perform({ ...deployment(100), name, reference: "r".repeat(64) });
    assert(prepared.contract !== undefined);
    expect(prepared.contract).toBe(await addressOf("issuer 100"));
    const account = (await readAccounts(nodes, [prepared.contract])).get(prepared.contract);
    const mint = getMintDecoder().decode(account?.data ?? new Uint8Array());
    const admin = await addressOf("deployer 0");
    expect(mint).toMatchObject({
      decimals: 6,
      supply: 0n,
      mintAuthority: { value: await addressOf("minter 0") },
      freezeAuthority: { value: await addressOf("freezer 0") },
      extensions: {
        value: [
          { __kind: "MetadataPointer", metadataAddress: { value: prepared.contract } },
          { __kind: "PermanentDelegate", delegate: admin },
          { __kind: "PausableConfig", authority: { value: admin }, paused: false },
          { __kind: "TokenMetadata", name, symbol: "USD", uri: "", updateAuthority: { value: admin } },
        ],
      },
    });
  });

  test("it is deployed once", async () => {
    await stage.perform(deployment(101));
    const again = { ...deployment(101), reference: "again" };
    expect(await stage.check(again)).toMatchObject({ reason: "reference_used" });
    expect(await stage.force(again)).toBe("reference_used");
  });

  test("a third-party token is minted by its external issuer only", async () => {
    const { prepared } = await stage.perform(deployment(102, "external_issuer"));
    const holder = await env.newHolder();
    const mint: MintOperation = {
      kind: "mint",
      reference: "outside-mint",
      contract: prepared.contract ?? "",
      issuer: { role: "issuer", index: 102 },
      authority: "external_issuer",
      to: holder.address,
      units: 5n,
    };
    await stage.perform(mint);
    expect(await stage.force({ ...mint, reference: "inside-mint", authority: "platform" })).toBe("rejected");
    expect(await stage.chain.balances(mint.contract, [holder.address])).toEqual([5n]);
  });

  test("a paused token cannot be transferred, and the check reports it", async () => {
    const token = await stage.deploy();
    const holder = await env.newHolder();
    const mint = { ...stage.mint(holder, 5n), ...token };
    await pause(token.contract);
    expect(await stage.check(mint)).toMatchObject({ ok: false, reason: "paused" });
    expect(await stage.force(mint)).toBe("paused");
  });

  test("a holder can be frozen before it has held tokens", async () => {
    const [holder, other] = [await env.newHolder(), await stage.holderWith(5n)];
    expect(await stage.check(stage.freeze("unfreeze", holder))).toMatchObject({ reason: "rejected" });
    await stage.perform(stage.freeze("freeze", holder));
    expect(await stage.check(stage.freeze("freeze", holder))).toMatchObject({ reason: "rejected" });
    expect(await stage.check(stage.transfer(other, holder, 1n))).toMatchObject({ reason: "frozen" });
    expect(await stage.force(stage.transfer(other, holder, 1n))).toBe("frozen");
  });

  test("a token account is not a valid destination", async () => {
    const mint = stage.mint(await env.newHolder(), 1n);
    const outcome = await stage.check({ ...mint, to: stage.token.contract } as MintOperation);
    expect(outcome).toMatchObject({ ok: false, reason: "destination_not_ready" });
  });

  test("a token that does not exist is rejected", async () => {
    const mint = { ...stage.mint(await env.newHolder(), 1n), contract: await addressOf("nothing") };
    expect(await stage.check(mint as MintOperation)).toMatchObject({ ok: false, reason: "rejected" });
  });

  test("a token of the older program is held and transferred in the same way", async () => {
    const contract = await olderToken();
    const [from, to] = [await env.newHolder(), await env.newHolder()];
    const start = await stage.chain.scan({ after: undefined, contracts: [], holders: [] });
    await stage.perform({ ...stage.mint(from, 9n), contract } as MintOperation);
    await stage.perform({ ...stage.transfer(from, to, 4n), contract });
    expect(await stage.chain.balances(contract, [from.address, to.address])).toEqual([5n, 4n]);
    const found = await stage.chain.scan({
      after: start.final,
      contracts: [contract],
      holders: [to.address],
    });
    expect(found.transfers).toMatchObject([{ from: from.address, to: to.address, units: 4n }]);
  });
});

describe("a transaction", () => {
  test("operations that differ only in their reference are separate transactions", async () => {
    const holder = await env.newHolder();
    const [first, second] = [stage.mint(holder, 1n), stage.mint(holder, 1n)];
    const preparedFirst = await stage.prepare(first);
    expect((await stage.prepare(first)).prepared.transactionId).toBe(preparedFirst.prepared.transactionId);
    expect((await stage.prepare(second)).prepared.transactionId).not.toBe(
      preparedFirst.prepared.transactionId,
    );
  });

  test("a replacement offers a higher price, up to the limit", async () => {
    const holder = await env.newHolder();
    const { prepared, senderQueue } = await stage.prepare(stage.mint(holder, 1n));
    expect(prepared.fee).toMatchObject({ microLamportsPerUnit: "1000" });
    const raised = await stage.chain.prepare(stage.mint(holder, 1n), senderQueue, prepared.fee);
    expect(raised.fee).toMatchObject({ microLamportsPerUnit: "1251" });
    const high = { microLamportsPerUnit: "999999" };
    const most = await stage.chain.prepare(stage.mint(holder, 1n), senderQueue, high);
    expect(most.fee).toMatchObject({ microLamportsPerUnit: "1000000" });
  });

  test("there are no nonces to fill", async () => {
    const { senderQueue } = await stage.prepare(stage.mint(await env.newHolder(), 1n));
    expect(await stage.chain.nextSequence(senderQueue)).toBeUndefined();
    await expect(stage.chain.prepareCancelTransaction(senderQueue)).rejects.toThrow("no nonces");
  });
});

describe("a scan", () => {
  test("transactions above the limit are left to the next scan, each transfer once", async () => {
    const holder = await env.newHolder();
    const deps = {
      nodes,
      tokens: createTokenAccounts(nodes),
      finality: "finalized",
      maxTransactions: 2,
    } as const;
    const request = { contracts: [stage.token.contract], holders: [holder.address] };
    let { final } = await scan(deps, { after: undefined, ...request });
    for (const units of [1n, 2n, 3n, 4n, 5n]) await stage.perform(stage.mint(holder, units));
    const found: bigint[][] = [];
    for (let scans = 0; scans < 4; scans += 1) {
      const next = await scan(deps, { after: final, ...request });
      found.push(next.transfers.map(({ units }) => units));
      final = next.final;
    }
    expect(found).toEqual([[1n, 2n], [3n, 4n], [5n], []]);
  });

  test("an account with more than one page of signatures is read back to the stored position", async () => {
    const [sender, holder] = [await stage.holderWith(100n), await stage.holderWith(1n)];
    const { final } = await stage.chain.scan({ after: undefined, contracts: [], holders: [] });
    for (let sent = 0; sent < 45; sent += 1) await stage.send(stage.transfer(sender, holder, 1n));
    await env.advance(5);
    const request = { contracts: [stage.token.contract], holders: [holder.address] };
    const { transfers } = await stage.chain.scan({ after: final, ...request });
    expect(new Set(transfers.map(({ transactionId }) => transactionId)).size).toBe(45);
  });
});

async function pause(contract: string): Promise<void> {
  const admin = await keyPairOf("deployer 0");
  await fund(nodes, admin.address, 1_000_000_000);
  const text = await signedBy(admin, nodes, [
    getPauseInstruction({ mint: address(contract), authority: admin }),
  ]);
  await nodes.call("sendTransaction", [text, { encoding: "base64", preflightCommitment: "processed" }]);
  await env.advance(1);
}

/** A mint of the older token program, as third-party tokens use it. */
async function olderToken(): Promise<string> {
  const [maker, mint] = [await keyPairOf("maker"), await keyPairOf("older mint")];
  const programAddress = address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
  await fund(nodes, maker.address, 1_000_000_000);
  const create = { payer: maker, newAccount: mint, lamports: 10_000_000, space: 82, programAddress };
  const mintAuthority = await addressOf("minter 0");
  const text = await signedBy(maker, nodes, [
    getCreateAccountInstruction(create),
    getInitializeMint2Instruction({ mint: mint.address, decimals: 6, mintAuthority }, { programAddress }),
  ]);
  await nodes.call("sendTransaction", [text, { encoding: "base64", preflightCommitment: "processed" }]);
  await env.advance(5);
  return mint.address;
}
