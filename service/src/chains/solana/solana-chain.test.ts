import { describeChain, describeExternalChain } from "../../../test/chain-suite.ts";
import { openExternalSolana, openSolanaEnvironment } from "../../../test/local-solana.ts";

const traits = { oneTimeReferences: false, sequences: false, expires: true, reorganises: true, memos: true };

describeChain("solana", traits, openSolanaEnvironment);

describeExternalChain("CHAIN_SUITE_SOLANA_URL", { ...traits, reorganises: false }, openExternalSolana);
