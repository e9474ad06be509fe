import { expect, test } from "vitest";
import { NodeError } from "../node-pool.ts";
import { outcomeOf } from "./broadcast.ts";

const simulation = "Transaction simulation failed: ";

test.each([
  [
    -32002,
    `${simulation}This transaction has already been processed`,
    { err: "AlreadyProcessed" },
    "accepted",
  ],
  [-32002, "failed", { err: "AlreadyProcessed" }, "accepted"],
  [-32002, `${simulation}Blockhash not found`, { err: "BlockhashNotFound" }, "unknown"],
  [-32002, `${simulation}Attempt to debit an account`, { err: "AccountNotFound" }, "later"],
  [-32003, "Transaction signature verification failure", undefined, "rejected"],
  [-32005, "Node is behind by 42 slots", { numSlotsBehind: 42 }, "later"],
  [-32015, "Transaction version (1) is not supported", undefined, "rejected"],
  [-32016, "Minimum context slot has not been reached", { contextSlot: 1 }, "later"],
  [-32602, "base64 encoded too large: 1700 bytes (max: encoded/raw 1644/1232)", undefined, "rejected"],
  [-32602, "failed to deserialize solana_transaction", undefined, "rejected"],
  [-32429, "rate limited", undefined, "later"],
  [429, "Too many requests for a specific RPC call", undefined, "later"],
  [-32603, "Internal error", undefined, "unknown"],
  [-32000, "Server error", undefined, "unknown"],
])("the node error %i %s is classified", (code, message, data, response) => {
  expect(outcomeOf(new NodeError(code, message, data)).response).toBe(response);
});
