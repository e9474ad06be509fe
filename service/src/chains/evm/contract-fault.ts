import type { NodeError } from "../node-pool.ts";
import { isRevert } from "./failure-reason.ts";

/** Whether a node executed a call and the contract failed it, by reverting or by an exceptional halt. */
export function isContractFault(error: NodeError): boolean {
  return isRevert(error) || breakdown.test(error.message);
}

// Exceptional halts have no code of their own in JSON-RPC. The messages are those of geth and its derivatives, reth and
// EDR (`InvalidFEOpcode`, `OutOfGas`), Nethermind and Besu.
const breakdown =
  /out of ?gas|invalid ?(?:\w+)?opcode|bad ?instruction|invalid_operation|stack (?:under|over)flow|stack limit|invalid jump|return data out of bounds|write protection|VM (?:execution error|exception)/i;
