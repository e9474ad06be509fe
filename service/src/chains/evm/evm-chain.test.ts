import { openEvmWorld } from "../../../test/chain-suite/evm-world.ts";
import { describeChain } from "../../../test/chain-suite.ts";

describeChain(
  "an EVM chain",
  { oneTimeReferences: true, sequences: true, expires: false, reorganises: true },
  openEvmWorld,
);
