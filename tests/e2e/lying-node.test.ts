import { encodeAbiParameters, encodeEventTopics, getAddress } from "viem/utils";
import { afterEach, describe, expect, test } from "vitest";
import { stablecoinAbi } from "../../service/src/chains/evm/stablecoin-abi.ts";
import { countAwaitingQuorum, selectDisagreements } from "../../service/src/chains/status-store.ts";
import { type ChainEnvironment, openEnvironmentOn, turns } from "../../service/test/chain-environment.ts";
import {
  type BaseNode,
  type EvmExternalIssuer,
  startBaseNode,
} from "../../service/test/chain-nodes/base-node.ts";
import { type Holder, openTenant, type Tenant } from "../../service/test/chain-tenant.ts";
import { eventually } from "../../service/test/eventually.ts";
import { type FaultyNode, startFaultyNode } from "../../service/test/faulty-node.ts";
import { booksOf } from "../../service/test/token-movements.ts";

const million = 1_000_000n;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Setup {
  readonly env: ChainEnvironment<BaseNode>;
  readonly proxies: readonly FaultyNode[];
  readonly tenant: Tenant;
  readonly issuer: EvmExternalIssuer;
  scan(): Promise<void>;
  balanceOf(holder: Holder): Promise<bigint>;
}

/** A chain behind this many RPC providers, which all pass on what the real node reports. */
async function openBehind(providers: number): Promise<Setup> {
  const node = await startBaseNode();
  const proxies: FaultyNode[] = [];
  for (let index = 0; index < providers; index += 1) proxies.push(await startFaultyNode(node.local.url));
  closing.push(...proxies.map((proxy) => () => proxy[Symbol.asyncDispose]()));
  const environment = {
    ...node.environment,
    CHAIN_TESTNET_BASE_RPC_URLS: proxies.map(({ url }) => url).join(),
    DEPOSIT_QUORUM_ABOVE: "1000.00",
  };
  const env = await openEnvironmentOn("base", { ...node, environment });
  closing.push(() => env.close());
  const tenant = await openTenant(env);
  const issuer = await node.newExternalIssuer(tenant.contract);
  await tenant.mint(await tenant.addExternal(issuer.address), "50000");
  await env.finish();
  const scanner = env.scanner();
  await turns(scanner);
  return {
    env,
    proxies,
    tenant,
    issuer,
    scan: async () => {
      await node.advance(5);
      await turns(scanner);
    },
    balanceOf: async ({ id }) => {
      const books = await booksOf(env.database, tenant.client.accountId);
      return books[`wallet/${id}/base/${tenant.valueType}`]?.posted ?? 0n;
    },
  };
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [{ readonly fromBlock: string }];
}

/** Adds a transfer that never happened to every response with logs. */
function inventing(contract: string, to: string, units: bigint) {
  return {
    rewrite: (rpcReply: string, question: string): string => {
      const calls = [JSON.parse(question)].flat() as readonly Call[];
      const replies = [JSON.parse(rpcReply)].flat() as readonly { id: number; result: unknown[] }[];
      for (const call of calls.filter(({ method }) => method === "eth_getLogs")) {
        const { fromBlock } = call.params[0];
        replies
          .find(({ id }) => id === call.id)
          ?.result.push(inventedLog({ contract, to, units, fromBlock }));
      }
      return JSON.stringify(question.startsWith("[") ? replies : replies[0]);
    },
  };
}

function inventedLog(log: { contract: string; to: string; units: bigint; fromBlock: string }) {
  const args = { from: getAddress(`0x${"e".repeat(40)}`), to: getAddress(log.to) };
  return {
    address: log.contract,
    topics: encodeEventTopics({ abi: stablecoinAbi, eventName: "Transfer", args }),
    data: encodeAbiParameters([{ type: "uint256" }], [log.units]),
    blockNumber: log.fromBlock,
    blockHash: `0x${"b".repeat(64)}`,
    transactionHash: `0x${"a".repeat(64)}`,
    transactionIndex: "0x0",
    logIndex: "0x63",
    removed: false,
  };
}

/** Leaves out all logs. */
const hiding = {
  rewrite: (rpcReply: string, question: string): string => {
    const calls = [JSON.parse(question)].flat() as readonly Call[];
    const replies = [JSON.parse(rpcReply)].flat() as readonly { id: number; result: unknown }[];
    const isLogs = (id: number) => calls.find((call) => call.id === id)?.method === "eth_getLogs";
    const hidden = replies.map((reply) => (isLogs(reply.id) ? { ...reply, result: [] } : reply));
    return JSON.stringify(question.startsWith("[") ? hidden : hidden[0]);
  },
};

describe("of three RPC providers, one", () => {
  test("invents a deposit: it is not credited, and the provider is reported and set aside", async () => {
    const { env, proxies, tenant, issuer, scan, balanceOf } = await openBehind(3);
    const [liar] = proxies;
    liar?.suffer(inventing(tenant.contract, tenant.anna.address, 1_000_000n * million));
    await scan();
    expect(await balanceOf(tenant.anna)).toBe(0n);
    expect(await countAwaitingQuorum(env.database)).toEqual([]);
    expect(await selectDisagreements(env.database)).toMatchObject([
      { network: "testnet", chain: "base", host: new URL(liar?.url ?? "").host },
    ]);
    // It is tried last now, so its inventions are not even seen.
    const before = liar?.messages() ?? 0;
    await issuer.pay(tenant.anna.address, 700n * million);
    await eventually(async () => {
      await scan();
      expect(await balanceOf(tenant.anna)).toBe(700n * million);
    });
    expect(liar?.messages()).toBe(before);
  });

  test("hides a deposit: the others confirm it", async () => {
    const { env, proxies, tenant, issuer, scan, balanceOf } = await openBehind(3);
    const liar = proxies[2];
    liar?.suffer(hiding);
    await issuer.pay(tenant.anna.address, 20_000n * million);
    await eventually(async () => {
      await scan();
      expect(await balanceOf(tenant.anna)).toBe(20_000n * million);
    });
    const hosts = (await selectDisagreements(env.database)).map(({ host }) => host);
    expect(hosts).toEqual([new URL(liar?.url ?? "").host]);
  });

  test("is down: the others confirm it", async () => {
    const { env, proxies, tenant, issuer, scan, balanceOf } = await openBehind(3);
    proxies[1]?.suffer("drop");
    await issuer.pay(tenant.anna.address, 20_000n * million);
    await eventually(async () => {
      await scan();
      expect(await balanceOf(tenant.anna)).toBe(20_000n * million);
    });
    expect(await selectDisagreements(env.database)).toEqual([]);
  });
});

describe("of two RPC providers, one", () => {
  test("invents deposits, large or split into small ones: one day's threshold is the most that is credited", async () => {
    const { env, proxies, tenant, scan, balanceOf } = await openBehind(2);
    const [liar] = proxies;
    for (let round = 0n; round < 4n; round += 1n) {
      liar?.suffer(inventingSmall(tenant, round));
      await scan();
    }
    expect(await balanceOf(tenant.anna)).toBe(900n * million);
    expect(await selectDisagreements(env.database)).not.toEqual([]);
  });

  test("hides a deposit: it waits until they agree", async () => {
    const { env, proxies, tenant, issuer, scan, balanceOf } = await openBehind(2);
    proxies[1]?.suffer(hiding);
    await issuer.pay(tenant.anna.address, 20_000n * million);
    await eventually(async () => {
      await scan();
      expect(await countAwaitingQuorum(env.database)).toMatchObject([{ chain: "base", count: 1 }]);
    });
    await scan();
    expect(await balanceOf(tenant.anna)).toBe(0n);
    proxies[1]?.suffer("pass");
    await scan();
    expect(await balanceOf(tenant.anna)).toBe(20_000n * million);
  });
});

function inventingSmall({ contract, anna }: Tenant, round: bigint) {
  const { rewrite } = inventing(contract, anna.address, 900n * million);
  const name = round.toString(16).padStart(64, "0");
  return {
    rewrite: (rpcReply: string, question: string) =>
      rewrite(rpcReply, question).replaceAll(`0x${"a".repeat(64)}`, `0x${name}`),
  };
}
