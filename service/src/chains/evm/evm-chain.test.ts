import { openEvmEnvironment } from "../../../test/chain-suite/evm-environment.ts";
import { describeChain, describeExternalChain } from "../../../test/chain-suite.ts";
import { openExternalEvm } from "../../../test/external-evm.ts";

const traits = { oneTimeReferences: true, sequences: true, expires: false, reorganises: true, memos: false };

describeChain("an EVM chain", traits, () => openEvmEnvironment());

describeExternalChain("CHAIN_SUITE_EVM_URL", traits, async (url) =>
  openEvmEnvironment(await openExternalEvm(url)),
);
