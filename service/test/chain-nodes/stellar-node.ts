import { Operation, type Transaction } from "@stellar/stellar-base";
import { expect } from "vitest";
import { fundSenderQueues } from "../../../sandbox/src/local-chains/fund-sender-queues.ts";
import { stellarChannels } from "../../src/app/chains.ts";
import type { NodePool } from "../../src/chains/node-pool.ts";
import { decimalOf } from "../../src/chains/stellar/amounts.ts";
import { openChannels } from "../../src/chains/stellar/open-channels.ts";
import { addSignatures } from "../../src/chains/stellar/sign-transaction.ts";
import { assetOf } from "../../src/chains/stellar/stellar-asset.ts";
import { startLocalStellar } from "../local-stellar.ts";
import type { ChainNode } from "./chain-node.ts";

/** Slow enough that a transaction, valid for 60 ledgers, does not expire on a busy machine. */
const ledgerTimeMs = 40;
const channelPauseMs = 10;

export async function startStellarNode(): Promise<ChainNode> {
  const local = await startLocalStellar({ ledgerTimeMs });
  const { nodes, passphrase } = local;
  return {
    nodes,
    environment: {
      CHAIN_TESTNET_STELLAR_RPC_URLS: local.url,
      CHAIN_TESTNET_STELLAR_HORIZON_URL: local.horizonUrl,
      CHAIN_TESTNET_STELLAR_PASSPHRASE: passphrase,
    },
    prepare: async (chain, signer) => {
      await fundSenderQueues(chain, nodes, signer);
      await openChannels({
        nodes,
        passphrase,
        signer,
        channels: stellarChannels,
        pauseMs: channelPauseMs,
      });
    },
    newExternalIssuer: async (contract) => {
      const asset = assetOf(contract);
      const owner = await local.newExternalIssuer();
      await local.trust(owner, asset);
      return {
        address: owner.publicKey(),
        pay: async (to, units) => {
          const payment = Operation.payment({ destination: to, asset, amount: decimalOf(units) });
          await send(nodes, await local.build([owner], [payment]));
        },
      };
    },
    welcome: async ({ address, key }, contract, signer) => {
      const sponsor = await local.newExternalIssuer();
      const transaction = await local.build(
        [sponsor],
        [
          Operation.beginSponsoringFutureReserves({ sponsoredId: address }),
          Operation.createAccount({ destination: address, startingBalance: "0" }),
          Operation.changeTrust({ asset: assetOf(contract), source: address }),
          Operation.endSponsoringFutureReserves({ source: address }),
        ],
      );
      await addSignatures(transaction, signer, [key]);
      await send(nodes, transaction);
      await local.advance();
    },
    setMoving: local.setClosing,
    advance: local.advance,
    close: local.close,
  };
}

async function send(nodes: NodePool, transaction: Transaction): Promise<void> {
  const response = await nodes.call("sendTransaction", { transaction: transaction.toXDR() });
  expect(response).toMatchObject({ status: "PENDING" });
}
