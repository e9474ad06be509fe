import { describeChain } from "../../../test/chain-suite.ts";
import { openSolanaWorld } from "../../../test/local-solana.ts";

describeChain(
  "solana",
  { oneTimeReferences: false, sequences: false, expires: true, reorganises: true },
  openSolanaWorld,
);
