import { openEvmEnvironment } from "../../../test/chain-suite/evm-environment.ts";
import { describeChain } from "../../../test/chain-suite.ts";

describeChain(
  "an EVM chain",
  { oneTimeReferences: true, sequences: true, expires: false, reorganises: true },
  openEvmEnvironment,
);
