import {
  type Address,
  address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from "@solana/kit";

/** A transaction as it came in, taken apart as far as a node has to know it. */
export interface IncomingTransaction {
  readonly bytes: Uint8Array;
  readonly decoded: Transaction;
  /** Of the fee payer: what the transaction is known by. */
  readonly signature: string;
  readonly signatures: readonly string[];
  readonly version: "legacy" | 0;
  readonly header: MessageHeader;
  readonly accounts: readonly Address[];
  readonly blockhash: string;
  readonly instructions: readonly MessageInstruction[];
  /** What is paid whether or not it succeeds, in lamports. */
  readonly fee: bigint;
}

export interface MessageHeader {
  readonly numRequiredSignatures: number;
  readonly numReadonlySignedAccounts: number;
  readonly numReadonlyUnsignedAccounts: number;
}

export interface MessageInstruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
}

/** The largest transaction that fits into one packet of the network. */
const maxTransactionBytes = 1232;
const lamportsPerSignature = 5000n;
const defaultUnitsPerInstruction = 200_000n;
const maxUnits = 1_400_000n;
const microLamports = 1_000_000n;
const computeBudgetProgram = address("ComputeBudget111111111111111111111111111111");

/** Throws when the bytes are no transaction that this node can read; the message says why. */
export function readTransaction(bytes: Uint8Array): IncomingTransaction {
  if (bytes.length > maxTransactionBytes)
    throw new Error(`transaction too large: ${bytes.length} bytes (max: ${maxTransactionBytes} bytes)`);
  const decoded = getTransactionDecoder().decode(bytes);
  const message = getCompiledTransactionMessageDecoder().decode(decoded.messageBytes);
  if (message.version === 1) throw new Error("transactions of version 1 are not supported");
  if (message.version === 0 && (message.addressTableLookups ?? []).length > 0)
    throw new Error("address lookup tables are not supported by this local node");
  const instructions = message.instructions.map((instruction) => ({
    programIdIndex: instruction.programAddressIndex,
    accounts: instruction.accountIndices ?? [],
    data: Uint8Array.from(instruction.data ?? []),
  }));
  const accounts = message.staticAccounts;
  const signatures = Object.values(decoded.signatures).map((one) =>
    getBase58Decoder().decode(one ?? new Uint8Array(64)),
  );
  return {
    bytes,
    decoded,
    signature: signatures[0] ?? "",
    signatures,
    version: message.version,
    header: {
      numRequiredSignatures: message.header.numSignerAccounts,
      numReadonlySignedAccounts: message.header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: message.header.numReadonlyNonSignerAccounts,
    },
    accounts,
    blockhash: message.lifetimeToken,
    instructions,
    fee: feeOf(signatures.length, accounts, instructions),
  };
}

/** Whether an account may change: the header counts those that may not, behind those that may (Solana: message header). */
export function isWritable({ header, accounts }: IncomingTransaction, index: number): boolean {
  const signers = header.numRequiredSignatures;
  const end =
    index < signers
      ? signers - header.numReadonlySignedAccounts
      : accounts.length - header.numReadonlyUnsignedAccounts;
  return index < end;
}

export function isFullySigned(transaction: IncomingTransaction): boolean {
  return Object.values(transaction.decoded.signatures).every((signature) => signature !== null);
}

/** Five thousand lamports for a signature, and the price of the compute units that are asked for. */
function feeOf(
  signatures: number,
  accounts: readonly Address[],
  instructions: readonly MessageInstruction[],
): bigint {
  const isBudget = (one: MessageInstruction): boolean =>
    accounts[one.programIdIndex] === computeBudgetProgram;
  const budget = instructions.filter(isBudget);
  const others = BigInt(instructions.length - budget.length);
  const setLimit = budget.find(({ data }) => data[0] === 2 && data.length === 5);
  const setPrice = budget.find(({ data }) => data[0] === 3 && data.length === 9);
  const limit =
    setLimit === undefined ? others * defaultUnitsPerInstruction : littleEndian(setLimit.data.slice(1));
  const price = setPrice === undefined ? 0n : littleEndian(setPrice.data.slice(1));
  const units = limit > maxUnits ? maxUnits : limit;
  return BigInt(signatures) * lamportsPerSignature + (units * price + microLamports - 1n) / microLamports;
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
