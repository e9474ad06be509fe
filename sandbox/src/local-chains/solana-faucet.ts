import { createHash } from "node:crypto";
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";

/** Airdrops lamports by ordinary transactions, so that an airdrop has an id and is in a block. */
export interface SolanaFaucet {
  readonly address: Address;
  give(gift: {
    readonly to: Address;
    readonly lamports: bigint;
    readonly blockhash: string;
  }): Promise<Uint8Array>;
}

export const faucetLamports = lamports(1_000_000_000_000_000_000n);
const memoProgram = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr" as Address;

export async function createFaucet(genesis: string): Promise<SolanaFaucet> {
  const seed = createHash("sha256").update(`faucet ${genesis}`).digest();
  const signer = await createKeyPairSignerFromPrivateKeyBytes(seed);
  let gifts = 0;
  return {
    address: signer.address,
    give: async ({ to, lamports: amount, blockhash }) => {
      gifts += 1;
      // The memo makes equal airdrops in one slot distinct transactions.
      const memo = { programAddress: memoProgram, data: new TextEncoder().encode(`airdrop ${gifts}`) };
      const message = pipe(
        createTransactionMessage({ version: 0 }),
        (draft) => setTransactionMessageFeePayerSigner(signer, draft),
        (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime(blockhash), draft),
        (draft) =>
          appendTransactionMessageInstructions(
            [getTransferSolInstruction({ source: signer, destination: to, amount }), memo],
            draft,
          ),
      );
      return Uint8Array.from(
        getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)),
      );
    },
  };
}

function lifetime(blockhash: string): {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: bigint;
} {
  return { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n };
}
