import type { NodeError } from "../node-pool.ts";
import { isRevert } from "./failure-reason.ts";

/** Whether a node ran a question to a contract and the contract could not answer it, by refusing or by breaking down. */
export function isContractFault(error: NodeError): boolean {
  return isRevert(error) || breakdown.test(error.message);
}

// What the machine itself stops for has no code of its own in JSON-RPC. The words are of geth and its relatives, of reth
// and EDR (`InvalidFEOpcode`, `OutOfGas`), of Nethermind and Besu.
const breakdown =
  /out of ?gas|invalid ?(?:\w+)?opcode|bad ?instruction|invalid_operation|stack (?:under|over)flow|stack limit|invalid jump|return data out of bounds|write protection|VM (?:execution error|exception)/i;
