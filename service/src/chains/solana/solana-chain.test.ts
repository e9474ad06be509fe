import { describeChain } from "../../../test/chain-suite.ts";
import { openSolanaEnvironment } from "../../../test/local-solana.ts";

describeChain(
  "solana",
  { oneTimeReferences: false, sequences: false, expires: true, reorganises: true },
  openSolanaEnvironment,
);
