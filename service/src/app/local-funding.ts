import { managingAccounts } from "../accounts/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import type { JobDefinition } from "../jobs/index.ts";
import { type Network, networks } from "../kernel/id.ts";
import type { Payments } from "../payments/index.ts";
import { enqueueLocalFunding, localFundingJob } from "../treasury/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Banks } from "./banks.ts";
import type { Chains } from "./chains.ts";
import type { Outgoing } from "./outgoing.ts";

/** Test tokens and sandbox dollars for treasuries, where the chains are local. */
export interface LocalFunding {
  readonly jobs: readonly JobDefinition[];
  start(): Promise<void>;
}

export interface LocalFundingParts {
  readonly outgoing: Outgoing;
  readonly chains: Chains;
  readonly banks: Banks;
  readonly payments: Payments;
  readonly chainWork: ChainWork;
}

export function createLocalFunding(parts: AppParts, services: LocalFundingParts): LocalFunding {
  const { database, clock, newId } = parts;
  const { outgoing, chains, banks, payments, chainWork } = services;
  const { jobQueue } = outgoing;
  const localChainsOf = (network: Network): readonly ChainName[] =>
    chains.names.filter((chain) => chains.isLocal({ network, chain }));
  const job = localFundingJob({
    database,
    clock,
    newId,
    jobQueue,
    payments,
    chainWork,
    wallets: chains.wallets,
    chains,
    hasKeys: chains.hasKeys,
    simulatorOf: banks.simulatorOf,
    localChainsOf,
  });
  return {
    jobs: [job],
    start: async () => {
      for (const network of networks) {
        if (localChainsOf(network).length > 0) await fundAll(network);
      }
    },
  };

  async function fundAll(network: Network): Promise<void> {
    for await (const page of managingAccounts.stream(database, {})) {
      for (const { tenantId } of page) {
        await database.transaction((tx) => enqueueLocalFunding({ jobQueue }, tx, { tenantId, network }));
      }
    }
  }
}
