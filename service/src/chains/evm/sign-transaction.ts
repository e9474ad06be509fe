import { bytesToHex, getAddress, hexToBytes, keccak256, serializeTransaction } from "viem/utils";
import { assert } from "../../kernel/assert.ts";
import type { Prepared, SenderQueue } from "../chain.ts";
import type { Signer } from "../signer.ts";
import type { CallData } from "./encode-operation.ts";
import { type GasFee, writeOffer } from "./fees.ts";

export interface TransactionTerms {
  readonly chainId: number;
  readonly senderQueue: SenderQueue;
  readonly gas: bigint;
  readonly fee: GasFee;
}

/** Signs an EIP-1559 transaction; its id is the hash of exactly these bytes. */
export async function signTransaction(
  signer: Signer,
  { to, data, contract }: CallData,
  { chainId, senderQueue, gas, fee }: TransactionTerms,
): Promise<Prepared> {
  assert(senderQueue.sequence !== undefined, "an EVM transaction has a nonce");
  const transaction = {
    type: "eip1559",
    chainId,
    nonce: Number(senderQueue.sequence),
    ...(to === undefined ? {} : { to: getAddress(to) }),
    data,
    value: 0n,
    gas,
    ...fee,
  } as const;
  const digest = keccak256(serializeTransaction(transaction), "bytes");
  const signature = await signer.sign(senderQueue.key, digest);
  const serialized = serializeTransaction(transaction, {
    r: bytesToHex(signature.subarray(0, 32)),
    s: bytesToHex(signature.subarray(32, 64)),
    yParity: signature[64] ?? 0,
  });
  return {
    transactionId: keccak256(serialized),
    bytes: hexToBytes(serialized),
    fee: writeOffer(fee),
    expiresAtHeight: undefined,
    ...(contract === undefined ? {} : { contract }),
  };
}
