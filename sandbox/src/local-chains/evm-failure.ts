import { shapeOf } from "@florin/service/sandbox-ports";
import Type from "typebox";
import { RpcFailure } from "./rpc-server.ts";

export interface EngineError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Maps engine errors to the messages and codes of go-ethereum, which adapters have to understand anyway. */
export function asNodesSayIt({ code, message, data }: EngineError): RpcFailure {
  if (revertData.is(data)) return new RpcFailure(3, "execution reverted", data.data);
  if (code === -32004) return new RpcFailure(-32601, "the method does not exist or is not available");
  const known = wordings.find(({ engine }) => engine.test(message));
  if (known !== undefined) return new RpcFailure(-32000, `${known.node} (${message})`);
  return new RpcFailure(code, message);
}

const revertData = shapeOf(
  Type.Object({ reason: Type.Object({ Revert: Type.String() }), data: Type.String({ pattern: "^0x" }) }),
);

const wordings = [
  { engine: /^Known transaction/, node: "already known" },
  { engine: /nonce too low/, node: "nonce too low" },
  { engine: /^Replacement transaction underpriced/, node: "replacement transaction underpriced" },
  { engine: /doesn't have enough funds/, node: "insufficient funds for gas * price + value" },
  { engine: /^Transaction requires at least/, node: "intrinsic gas too low" },
  { engine: /exceeds transaction gas cap/, node: "transaction gas limit too high" },
  { engine: /exceeds block gas limit/, node: "exceeds block gas limit" },
  { engine: /invalid chainId/, node: "invalid sender: invalid chain id for signer" },
] as const;
