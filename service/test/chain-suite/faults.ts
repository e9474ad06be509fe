import { expect } from "vitest";
import {
  type Chain,
  ChainDisagreementError,
  ChainUnavailableError,
  type Position,
  type Scan,
} from "../../src/chains/chain.ts";
import { type FaultyNode, type NodeFault, startFaultyNode } from "../faulty-node.ts";
import type { ChainPromise } from "./chain-promise.ts";
import type { Stage } from "./stage.ts";

/** A silent node uses it up; the others respond in time, even on a busy machine. */
const slowMs = 3_000;

export const faultPromises: readonly ChainPromise[] = [
  {
    name: "with every node down the chain is unavailable, and a broadcast is unknown",
    keep: (stage) =>
      withFaultyNode(stage, async (node) => {
        const chain = stage.env.chainThrough([node.url]);
        const { prepared, senderQueue } = await stage.prepare(stage.mint(await stage.env.newHolder(), 1n));
        node.suffer("drop");
        const { contract } = stage.token;
        const request = { after: undefined, contracts: [contract], holders: [] };
        await expect(chain.head()).rejects.toThrow(ChainUnavailableError);
        await expect(chain.supply(contract)).rejects.toThrow(ChainUnavailableError);
        await expect(chain.statuses([{ ...prepared, senderQueue }])).rejects.toThrow(ChainUnavailableError);
        await expect(chain.scan(request)).rejects.toThrow(ChainUnavailableError);
        expect(await chain.broadcast(prepared.bytes)).toEqual({ response: "unknown" });
        node.suffer("pass");
        expect(await chain.supply(contract)).toBe(await stage.chain.supply(contract));
      }),
  },
  {
    name: "a node whose response is no JSON-RPC counts as down",
    keep: (stage) =>
      withFaultyNode(stage, async (node) => {
        const chain = stage.env.chainThrough([node.url]);
        for (const text of ["<html>busy</html>", "{}", "[]", "null"]) {
          node.suffer({ rewrite: () => text });
          await expect(chain.supply(stage.token.contract)).rejects.toThrow(ChainUnavailableError);
        }
      }),
  },
  {
    name: "when a node is slow or down, the next one is used",
    keep: (stage) =>
      withFaultyNode(stage, async (node) => {
        for (const fault of ["stall", "drop"] satisfies NodeFault[]) {
          node.suffer(fault);
          const chain = stage.env.chainThrough([node.url, stage.env.nodeUrl], slowMs);
          const requested = node.messages();
          const { contract } = stage.token;
          expect(await chain.supply(contract)).toBe(await stage.chain.supply(contract));
          expect(node.messages()).toBeGreaterThan(requested);
        }
      }),
  },
  {
    name: "a broadcast without response is unknown, and its status shows the outcome",
    keep: (stage) =>
      withFaultyNode(stage, async (node) => {
        const chain = stage.env.chainThrough([node.url], slowMs);
        const holder = await stage.env.newHolder();
        const submission = await stage.prepare(stage.mint(holder, 6n));
        node.suffer("lose-responses");
        expect(await chain.broadcast(submission.prepared.bytes)).toEqual({ response: "unknown" });
        expect(await stage.settle(submission)).toMatchObject({ state: "included", outcome: { ok: true } });
        expect(await stage.balance(holder.address)).toBe(6n);
      }),
  },
  {
    name: "a node's rejection is not trusted when another node may have accepted the same bytes",
    keep: (stage) =>
      withFaultyNode(stage, (first) =>
        withFaultyNode(stage, async (second) => {
          const holder = await stage.env.newHolder();
          const submission = await stage.prepare(stage.mint(holder, 4n));
          second.suffer(refuseToSend);
          const { bytes } = submission.prepared;
          const alone = stage.env.chainThrough([second.url]);
          expect(await alone.broadcast(bytes)).toMatchObject({ response: "rejected" });
          first.suffer("lose-responses");
          const both = stage.env.chainThrough([first.url, second.url], slowMs);
          const requested = second.messages();
          expect(await both.broadcast(bytes)).toEqual({ response: "unknown" });
          expect(second.messages()).toBe(requested + 1);
          expect(await stage.settle(submission)).toMatchObject({ state: "included", outcome: { ok: true } });
        }),
      ),
  },
  {
    name: "a node with another history of finalized blocks is not trusted",
    keep: (stage) =>
      withFaultyNode(stage, async (node) => {
        const position = await finalPosition(stage.chain, stage);
        node.suffer(lieAbout(position));
        const chain = stage.env.chainThrough([node.url]);
        await expect(scanFrom(chain, stage, position)).rejects.toThrow(ChainDisagreementError);
      }),
  },
  {
    name: "when one node disagrees, a scan continues with an honest one",
    keep: (stage) =>
      withFaultyNode(stage, async (node) => {
        const position = await finalPosition(stage.chain, stage);
        await stage.holderWith(1n);
        node.suffer(lieAbout(position));
        const chain = stage.env.chainThrough([node.url, stage.env.nodeUrl]);
        // The first scan may fail; from then on the disagreeing node is tried last.
        const scan = await scanFrom(chain, stage, position).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ChainDisagreementError);
          return scanFrom(chain, stage, position);
        });
        expect(scan.head).toBeGreaterThan(position.height);
      }),
  },
];

async function withFaultyNode(stage: Stage, use: (node: FaultyNode) => Promise<void>): Promise<void> {
  const node = await startFaultyNode(stage.env.nodeUrl);
  try {
    await use(node);
  } finally {
    await node[Symbol.asyncDispose]();
  }
}

async function finalPosition(chain: Chain, stage: Stage): Promise<Position> {
  return (await scanFrom(chain, stage, undefined)).final;
}

function scanFrom(chain: Chain, stage: Stage, after: Position | undefined): Promise<Scan> {
  return chain.scan({ after, contracts: [stage.token.contract], holders: [] });
}

/** Rejects every broadcast as malformed, with a code that each family treats as a final rejection. */
const refuseToSend: NodeFault = {
  rewrite: (response, question) => {
    const requested: unknown = JSON.parse(question);
    const reported: unknown = JSON.parse(response);
    const sends = [requested].flat().filter(isSend).map(idOf);
    const refuse = (one: unknown): unknown =>
      sends.includes(idOf(one)) ? { id: idOf(one), error: { code: -32_602, message: "malformed" } } : one;
    return JSON.stringify(Array.isArray(reported) ? reported.map(refuse) : refuse(reported));
  },
};

function isSend(question: unknown): boolean {
  return /"method":"(?:eth_)?send/.test(JSON.stringify(question));
}

function idOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "id" in message ? message.id : undefined;
}

/** Replaces the block's hash in each response with another one of the same format. */
function lieAbout({ hash }: Position): NodeFault {
  const last = hash.at(-1) ?? "";
  const other = hash.split("").find((letter) => letter !== last && letter !== "x") ?? "0";
  return { rewrite: (response) => response.replaceAll(hash, hash.slice(0, -1) + other) };
}
