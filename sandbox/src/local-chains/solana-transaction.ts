import {
  type Address,
  address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from "@solana/kit";

/** An incoming transaction, decoded as far as a node needs. */
export interface IncomingTransaction {
  readonly bytes: Uint8Array;
  readonly decoded: Transaction;
  /** Signature of the fee payer, which is the transaction id. */
  readonly signature: string;
  readonly signatures: readonly string[];
  readonly version: "legacy" | 0;
  readonly header: MessageHeader;
  readonly accounts: readonly Address[];
  readonly blockhash: string;
  readonly instructions: readonly MessageInstruction[];
  /** In lamports; charged even if it fails. */
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

/** The largest transaction that fits into one network packet. */
const maxTransactionBytes = 1232;
const lamportsPerSignature = 5000n;
const defaultUnitsPerInstruction = 200_000n;
const maxUnits = 1_400_000n;
const microLamports = 1_000_000n;
const computeBudgetProgram = address("ComputeBudget111111111111111111111111111111");

/** Throws if the bytes are not a supported transaction; the message has the reason. */
export function readTransaction(bytes: Uint8Array): IncomingTransaction {
  if (bytes.length > maxTransactionBytes)
    throw new Error(`transaction too large: ${bytes.length} bytes (max: ${maxTransactionBytes} bytes)`);
  const decoded = getTransactionDecoder().decode(bytes);
  const message = getCompiledTransactionMessageDecoder().decode(decoded.messageBytes);
  if (message.version === 1) throw new Error("version 1 transactions are not supported");
  if (message.version === 0 && (message.addressTableLookups ?? []).length > 0)
    throw new Error("address lookup tables are not supported by this local node");
  const instructions = message.instructions.map((instruction) => ({
    programIdIndex: instruction.programAddressIndex,
    accounts: instruction.accountIndices ?? [],
    data: Uint8Array.from(instruction.data ?? []),
  }));
  const accounts = message.staticAccounts;
  const signatures = Object.values(decoded.signatures).map((signature) =>
    getBase58Decoder().decode(signature ?? new Uint8Array(64)),
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

/** Whether an account is writable: the header counts readonly accounts, which follow the writable ones. */
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

/** 5,000 lamports per signature, plus the price of the requested compute units. */
function feeOf(
  signatures: number,
  accounts: readonly Address[],
  instructions: readonly MessageInstruction[],
): bigint {
  const isBudget = (instruction: MessageInstruction): boolean =>
    accounts[instruction.programIdIndex] === computeBudgetProgram;
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
