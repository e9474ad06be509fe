import { randomUUID } from "node:crypto";
import { type Address, address, type Instruction, type KeyPairSigner } from "@solana/kit";
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getTransferCheckedInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
} from "@solana-program/token-2022";
import { fundSenderQueues } from "../../../sandbox/src/local-chains/fund-sender-queues.ts";
import { localConfirmations } from "../../src/chains/local-chains.ts";
import { fund, keyPairOf, nodesOf, signedBy, startLocalSolana } from "../local-solana.ts";
import type { ChainNode, ExternalIssuer } from "./chain-node.ts";

/** Slow enough that a blockhash, valid for 150 slots, outlives the adapter's cache of two seconds. */
const slotTimeMs = 30;
const nodePatienceMs = 240_000;
const lamports = 1_000_000_000;
const memoProgram = address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

export async function startSolanaChainNode(): Promise<ChainNode> {
  const node = await startLocalSolana({
    genesis: `test ${randomUUID()}`,
    slotTimeMs,
    trailingSlots: 2,
    finalitySlots: localConfirmations,
  });
  const nodes = nodesOf([node.url], nodePatienceMs);
  return {
    nodes,
    environment: {
      CHAIN_TESTNET_SOLANA_RPC_URLS: node.url,
      CHAIN_TESTNET_SOLANA_GENESIS_HASH: String(await nodes.call("getGenesisHash", [])),
    },
    prepare: async (chain, signer) => {
      await fundSenderQueues(chain, nodes, signer);
      await nodes.call("florin_advance", [localConfirmations + 1]);
    },
    newExternalIssuer: async (contract) => {
      const owner = await keyPairOf(randomUUID());
      await fund(nodes, owner.address, lamports);
      return createExternalIssuer(owner, address(contract), async (instructions) => {
        const bytes = await signedBy(owner, nodes, instructions);
        await nodes.call("sendTransaction", [
          bytes,
          { encoding: "base64", preflightCommitment: "processed" },
        ]);
      });
    },
    welcome: () => Promise.resolve(),
    setMoving: async (isMoving) => {
      await nodes.call("florin_setBlockProduction", [isMoving]);
    },
    advance: async (blocks) => {
      await nodes.call("florin_advance", [blocks]);
    },
    close: node.close,
  };
}

type Send = (instructions: readonly Instruction[]) => Promise<void>;

function createExternalIssuer(owner: KeyPairSigner, mint: Address, send: Send): ExternalIssuer {
  return {
    address: owner.address,
    pay: async (to, units) => {
      const receiver = address(to);
      const opening = await getCreateAssociatedTokenIdempotentInstructionAsync({
        payer: owner,
        owner: receiver,
        mint,
      });
      const transfer = getTransferCheckedInstruction({
        source: await tokenAccountOf(mint, owner.address),
        mint,
        destination: await tokenAccountOf(mint, receiver),
        authority: owner,
        amount: units,
        decimals: 6,
      });
      // Two equal payments would have the same transaction id without this.
      const memo = { programAddress: memoProgram, data: new TextEncoder().encode(randomUUID()) };
      await send([opening, transfer, memo]);
    },
  };
}

async function tokenAccountOf(mint: Address, owner: Address): Promise<Address> {
  const [account] = await findAssociatedTokenPda({ mint, owner, tokenProgram: TOKEN_2022_PROGRAM_ADDRESS });
  return account;
}
