import { Keypair, Memo, Networks, Operation, TransactionBuilder } from "@stellar/stellar-base";
import { expect, test } from "vitest";
import type { NodePool } from "../node-pool.ts";
import type { KeyRef, Signer } from "../signer.ts";
import { readMarks } from "./read-marks.ts";
import { referenceHash, signTransaction } from "./sign-transaction.ts";

const passphrase = Networks.TESTNET;
const channel: KeyRef = { role: "channel", index: 0 };
const keyOf = ({ role, index }: KeyRef) => Keypair.fromRawEd25519Seed(Buffer.alloc(32, `${role} ${index}`));
const signer: Signer = {
  publicKey: async (key) => keyOf(key).rawPublicKey(),
  sign: async (key, message) => keyOf(key).sign(Buffer.from(message)),
};
const channelAddress = keyOf(channel).publicKey();
const operations = [Operation.bumpSequence({ bumpTo: "0" })];

function sign(reference: string | undefined, memo?: Memo) {
  return signTransaction(
    {
      plan: { operations, signers: [], ...(memo === undefined ? {} : { memo }) },
      senderQueue: { key: channel, address: channelAddress },
      sequence: 5n,
      reference,
    },
    {
      signer,
      passphrase,
      gas: keyOf({ role: "gas", index: 0 }).publicKey(),
      baseFee: 100n,
      maxLedger: 1_000,
    },
  );
}

function marksIn(bytes: Uint8Array) {
  const envelopeXdr = Buffer.from(bytes).toString("base64");
  const nodes = { callMany: async () => [{ envelopeXdr }] } as unknown as NodePool;
  return readMarks(nodes, ["id"]);
}

const hexOf = (reference: string) => referenceHash(reference).toString("hex");

test("a transaction has the bytes and the id that were decided for its reference and its memo", async () => {
  const { bytes, transactionId } = await sign("01JCX", Memo.text("4711"));
  expect(transactionId).toMatchInlineSnapshot(
    `"b4611e45188931985dbf2949809f7b84eafd23db0ea8c190276fe33a4c3e998d"`,
  );
  expect(Buffer.from(bytes).toString("base64")).toMatchInlineSnapshot(
    `"AAAABQAAAABQVelN6w9QsTvUMwBkPO98xsBm5r9YX5ite5q9in+g1wAAAAAAAADIAAAAAgAAAAAlv6gj7FAjB5WGkPEDjVLLYaBXvJhVpNh1uPFuSB1NYwAAAGQAAAAAAAAABQAAAAIAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAD6AAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAmfsg6oLn1OyTpsYZDe4OQh7IDHuzQsyvynzm6PkBVwCAAAAAQAAAAQ0NzExAAAAAQAAAAAAAAALAAAAAAAAAAAAAAAAAAAAAkgdTWMAAABAJKO/8ggGfrkG1saPTR2/4yDXsoE/1mi8EgrUl3d4St9YTiOgEuJj7TPQ4MG2CXahAeATKune2iC/QLQovxqRCeQFXAIAAAAFMDFKQ1gAAAAAAAAAAAAAAYp/oNcAAABAxYTk8NhoktqvF//ProD5VDsO2/2NLUtc9q6k+17Er2u5PUdQ/40PMCGPf2qBb2I5AdJqzvznNNFcuVtKAzrnAw=="`,
  );
});

test("the reference signs as the preimage of an extra signer, and the memo is the recipient's", async () => {
  const { bytes } = await sign("01JCX", Memo.text("4711"));
  const outer = TransactionBuilder.fromXDR(Buffer.from(bytes).toString("base64"), passphrase);
  if (!("innerTransaction" in outer)) throw new Error("it is a fee bump");
  const { memo, signatures } = outer.innerTransaction;
  expect(memo.value?.toString()).toBe("4711");
  expect(signatures.map((each) => each.signature().toString())).toContain("01JCX");
  expect(await marksIn(bytes)).toEqual([[hexOf("01JCX")]]);
});

test("a hash memo is the recipient's and marks nothing", async () => {
  const memo = Memo.hash(hexOf("another"));
  expect(await marksIn((await sign("01JCX", memo)).bytes)).toEqual([[hexOf("01JCX")]]);
  expect(await marksIn((await sign(undefined, memo)).bytes)).toEqual([[]]);
});
