import { createHash } from "node:crypto";
import {
  AccountRole,
  type Address,
  createNoopSigner,
  getU32Encoder,
  getU64Encoder,
  type Instruction,
} from "@solana/kit";
import {
  getBurnCheckedInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getFreezeAccountInstruction,
  getMintToCheckedInstruction,
  getThawAccountInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token-2022";
import type {
  BurnOperation,
  ChainOperation,
  DeployOperation,
  FreezeOperation,
  MintOperation,
  RecipientCustomer,
  TransferOperation,
} from "../chain.ts";
import type { KeyRef } from "../signer.ts";
import { toAddress } from "./address.ts";
import { toBase58 } from "./base58.ts";
import { computeBudgetProgram, memoProgram } from "./programs.ts";
import type { TokenAccounts } from "./token-accounts.ts";

/** Tokens have six decimals on every chain. */
export const decimals = 6;

/** Instructions of an operation, and the required signers besides the fee payer. */
export interface InstructionSet {
  readonly instructions: readonly Instruction[];
  readonly signers: readonly InstructionSigner[];
  readonly computeUnits: number;
}

export interface InstructionSigner {
  readonly key: KeyRef;
  readonly address: Address;
}

export interface InstructionDeps {
  readonly payer: Address;
  readonly tokens: TokenAccounts;
  addressOf(key: KeyRef): Promise<Address>;
}

type TokenOperation = Exclude<ChainOperation, DeployOperation>;

export const freezer: KeyRef = { role: "freezer", index: 0 };

/** The mint authority: the platform's minter, or the external issuer. */
export function minterOf(authority: MintOperation["authority"]): KeyRef {
  return { role: authority === "platform" ? "minter" : "external_issuer", index: 0 };
}

// Well above what the local runtime measures (32,000 for a transfer that opens an account): deriving an associated
// account costs more for some owners than for others, and the programs of other networks may be older and more
// expensive.
const computeUnits = { mint: 120_000, transfer: 120_000, burn: 60_000, freeze: 100_000, unfreeze: 60_000 };

export async function instructionsOf(
  deps: InstructionDeps,
  operation: TokenOperation,
): Promise<InstructionSet> {
  const set = await tokenInstructions(deps, operation);
  return { ...set, instructions: withReference(set.instructions, operation.reference) };
}

function tokenInstructions(deps: InstructionDeps, operation: TokenOperation): Promise<InstructionSet> {
  switch (operation.kind) {
    case "mint":
      return mint(deps, operation);
    case "transfer":
      return transfer(deps, operation);
    case "burn":
      return burn(deps, operation);
    case "freeze":
    case "unfreeze":
      return freeze(deps, operation);
  }
}

async function mint(deps: InstructionDeps, operation: MintOperation): Promise<InstructionSet> {
  const minter = await signerOf(deps, minterOf(operation.authority));
  const place = await placeOf(deps, operation.contract, operation.to);
  const input = {
    mint: place.mint,
    token: place.account,
    mintAuthority: createNoopSigner(minter.address),
    amount: operation.units,
    decimals,
  };
  return {
    instructions: [
      openAccount(deps, place),
      ...memoFor(operation),
      getMintToCheckedInstruction(input, { programAddress: place.program }),
    ],
    signers: [minter],
    computeUnits: computeUnits.mint + memoUnits(operation),
  };
}

async function transfer(deps: InstructionDeps, operation: TransferOperation): Promise<InstructionSet> {
  const from = await placeOf(deps, operation.contract, operation.from);
  const to = await placeOf(deps, operation.contract, operation.to);
  const input = {
    source: from.account,
    mint: from.mint,
    destination: to.account,
    authority: createNoopSigner(from.owner),
    amount: operation.units,
    decimals,
  };
  // An account may require a memo: it has to be right before the transfer.
  const instructions = [
    openAccount(deps, to),
    ...memoFor(operation),
    getTransferCheckedInstruction(input, { programAddress: from.program }),
  ];
  const signers = [{ key: operation.fromKey, address: from.owner }];
  return { instructions, signers, computeUnits: computeUnits.transfer + memoUnits(operation) };
}

async function burn(deps: InstructionDeps, operation: BurnOperation): Promise<InstructionSet> {
  const place = await placeOf(deps, operation.contract, operation.from);
  const input = {
    account: place.account,
    mint: place.mint,
    authority: createNoopSigner(place.owner),
    amount: operation.units,
    decimals,
  };
  const instructions = [getBurnCheckedInstruction(input, { programAddress: place.program })];
  const signers = [{ key: operation.fromKey, address: place.owner }];
  return { instructions, signers, computeUnits: computeUnits.burn };
}

async function freeze(deps: InstructionDeps, operation: FreezeOperation): Promise<InstructionSet> {
  const place = await placeOf(deps, operation.contract, operation.holder);
  const authority = await signerOf(deps, freezer);
  const input = {
    account: place.account,
    mint: place.mint,
    owner: createNoopSigner(authority.address),
  };
  const program = { programAddress: place.program };
  // A holder can be frozen before it has held tokens: its account is opened first.
  const instructions =
    operation.kind === "freeze"
      ? [openAccount(deps, place), getFreezeAccountInstruction(input, program)]
      : [getThawAccountInstruction(input, program)];
  return { instructions, signers: [authority], computeUnits: computeUnits[operation.kind] };
}

async function signerOf({ addressOf }: InstructionDeps, key: KeyRef): Promise<InstructionSigner> {
  return { key, address: await addressOf(key) };
}

interface Place {
  readonly mint: Address;
  readonly program: Address;
  readonly owner: Address;
  readonly account: Address;
}

async function placeOf({ tokens }: InstructionDeps, contract: string, holder: string): Promise<Place> {
  const [mintAddress, owner] = [toAddress(contract), toAddress(holder)];
  const program = await tokens.programOf(mintAddress);
  return { mint: mintAddress, program, owner, account: await tokens.accountOf(mintAddress, owner) };
}

function openAccount({ payer }: InstructionDeps, place: Place): Instruction {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(payer),
    ata: place.account,
    owner: place.owner,
    mint: place.mint,
    tokenProgram: place.program,
  });
}

/** The recipient's memo. */
function memoFor({ memo }: RecipientCustomer): readonly Instruction[] {
  if (memo === undefined) return [];
  return [{ programAddress: memoProgram, accounts: [], data: new TextEncoder().encode(memo.value) }];
}

/** The program checks and logs each byte: 350 units each where it was measured. */
function memoUnits({ memo }: RecipientCustomer): number {
  return memo === undefined ? 0 : 10_000 + 600 * Buffer.byteLength(memo.value, "utf8");
}

/**
 * Ties the transaction to its operation, and makes otherwise identical operations distinct transactions: as a reference
 * of Solana Pay, the last instruction has one more account, which no program reads, and whose address is the hash of the
 * reference.
 */
export function withReference(
  instructions: readonly Instruction[],
  reference: string,
): readonly Instruction[] {
  const mark = { address: toAddress(toBase58(referenceHash(reference))), role: AccountRole.READONLY };
  return instructions.map((instruction, place) =>
    place === instructions.length - 1
      ? { ...instruction, accounts: [...(instruction.accounts ?? []), mark] }
      : instruction,
  );
}

export function referenceHash(reference: string): Buffer {
  return createHash("sha256").update(reference, "utf8").digest();
}

/** The compute unit limit, and the price per unit in micro-lamports. */
export function computeBudget(units: number, microLamports: bigint): readonly Instruction[] {
  const limit = new Uint8Array([2, ...getU32Encoder().encode(units)]);
  const price = new Uint8Array([3, ...getU64Encoder().encode(microLamports)]);
  return [limit, price].map((data) => ({ programAddress: computeBudgetProgram, accounts: [], data }));
}
