import Type from "typebox";
import type { Hex } from "viem";
import { encodeEventTopics, getAddress, parseAbi, slice } from "viem/utils";
import { shapeOf } from "../../kernel/shape.ts";
import {
  ChainUnavailableError,
  type MarkSource,
  type PendingNonce,
  type SenderQueueAddress,
} from "../chain.ts";
import type { NodePool } from "../node-pool.ts";
import { resultOf } from "./ask-nodes.ts";
import { readQuantity } from "./node-responses.ts";

const receiptShape = shapeOf(
  Type.Object({
    logs: Type.Array(Type.Object({ address: Type.String(), topics: Type.Array(Type.String()) })),
  }),
);

/**
 * Mints, burns and used authorizations are events, each with the hash of its reference as a topic. Any other contract in
 * the same transaction could claim the same, and anyone can use an authorization of their own with the same nonce.
 */
export async function readMarks(
  nodes: NodePool,
  transactionIds: readonly string[],
  { contracts, holders }: MarkSource,
): Promise<readonly (readonly string[])[]> {
  const results = await nodes.callMany(
    transactionIds.map((id) => ({ method: "eth_getTransactionReceipt", params: [id] })),
  );
  const tokens = new Set(contracts.map((contract) => contract.toLowerCase()));
  return transactionIds.map((_, at) => {
    const result = resultOf(results[at]);
    if (!receiptShape.is(result))
      throw new ChainUnavailableError("RPC node does not have a transaction that it reported");
    const logs = result.logs.filter(({ address }) => tokens.has(address.toLowerCase()));
    return [...new Set(logs.flatMap(({ topics }) => markOf(topics, holders) ?? []))];
  });
}

function markOf(topics: readonly string[], holders: ReadonlySet<string>): string | undefined {
  const [event = "", authorizer = ""] = topics;
  if (event === authorizationTopic && !holders.has(getAddress(slice(authorizer as Hex, 12))))
    return undefined;
  return topics[markPlaces.get(event) ?? -1];
}

const events = parseAbi([
  "event Mint(address indexed minter, address indexed to, uint256 amount, bytes32 indexed ref)",
  "event Burn(address indexed minter, address indexed from, uint256 amount, bytes32 indexed ref)",
  "event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)",
]);
const [authorizationTopic] = encodeEventTopics({ abi: events, eventName: "AuthorizationUsed" });
/** By the topic of the event, the topic with the reference. */
const markPlaces: ReadonlyMap<string, number> = new Map([
  ...encodeEventTopics({ abi: events, eventName: "Mint" }).map((topic) => [String(topic), 3] as const),
  ...encodeEventTopics({ abi: events, eventName: "Burn" }).map((topic) => [String(topic), 3] as const),
  [String(authorizationTopic), 2],
]);

/**
 * A transaction without an expiry waits in the mempool until its nonce is used. One behind an unused nonce is not counted
 * by nodes.
 */
export async function readPendingNonces(
  nodes: NodePool,
  senders: readonly SenderQueueAddress[],
): Promise<readonly PendingNonce[]> {
  const results = await nodes.callMany(
    senders.flatMap(({ address }) =>
      ["latest", "pending"].map((block) => ({ method: "eth_getTransactionCount", params: [address, block] })),
    ),
  );
  const counts = results.map((result) => readQuantity(resultOf(result)));
  return senders.flatMap((sender, at) => {
    const [first = 0n, end = 0n] = counts.slice(2 * at, 2 * at + 2);
    const length = end > first ? Number(end - first) : 0;
    return Array.from({ length }, (_, index) => ({ ...sender, sequence: first + BigInt(index) }));
  });
}
