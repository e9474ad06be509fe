import { Counter, type Registry } from "prom-client";
import type { ChainKey } from "../chains/chain-name.ts";
import type { DepositQuorum, Disagreement } from "../chains/deposits/confirm-deposits.ts";
import { usd } from "../kernel/money.ts";
import { tokenScale } from "../tokens/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Chains } from "./chains.ts";

/** How long a node that a majority contradicts is tried last. */
const setAsideMs = 10 * 60_000;
/** Nodes that cannot agree are queried again and again; each is reported this often. */
const reportEveryMs = 60_000;
const tokenUnitsPerCent = 10n ** BigInt(tokenScale - usd.scale);

export type CreateQuorum = (key: ChainKey) => DepositQuorum;

/** The quorum of each chain; disagreements are logged and counted, and nodes in the minority are set aside. */
export function createDepositQuorums(
  { config, clock, logger }: Pick<AppParts, "config" | "clock" | "logger">,
  chains: Pick<Chains, "witnessesOf" | "nodesOf">,
  registry: Registry,
): CreateQuorum {
  const disagreements = new Counter({
    name: "florin_chain_node_disagreements_total",
    help: "Deposits about which an RPC node contradicts the others",
    labelNames: ["network", "chain", "host"],
    registers: [registry],
  });
  return (key) => {
    const witnesses = chains.witnessesOf(key);
    const reportedAt = new Map<number, number>();
    if (config.profile === "production" && witnesses.length === 1) {
      logger.warn(
        key,
        "this chain has one RPC node, which no other confirms; configure at least two providers",
      );
    }
    return {
      witnesses,
      aboveUnits: config.depositQuorumAboveCents * tokenUnitsPerCent,
      onDisagreement: ({ witness: { node, host }, ...rest }: Disagreement) => {
        if (rest.decision !== "undecided") chains.nodesOf(key).distrust(node, setAsideMs);
        disagreements.inc({ ...key, host });
        const now = clock.now();
        if (now - (reportedAt.get(node) ?? Number.NEGATIVE_INFINITY) < reportEveryMs) return;
        reportedAt.set(node, now);
        const { units, ...details } = rest;
        logger.warn(
          { ...key, node, host, units: units.toString(), ...details },
          "RPC nodes disagree about a deposit; it is credited only if a majority confirms it",
        );
      },
    };
  };
}
