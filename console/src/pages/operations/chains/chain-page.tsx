import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { Amount } from "../../../kit/amount.tsx";
import { CopyId } from "../../../kit/copy-id.tsx";
import { ErrorNotice } from "../../../kit/error-notice.tsx";
import { Facts } from "../../../kit/facts.tsx";
import { Page } from "../../../kit/page.tsx";
import { PageLink } from "../../../kit/page-link.tsx";
import { Section } from "../../../kit/section.tsx";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import { statusWords } from "../../../kit/status-tone.ts";
import { useLive } from "../../../kit/use-live.ts";
import { usePageParam } from "../../../kit/use-page-param.ts";
import { When } from "../../../kit/when.tsx";
import { chainState } from "./chain-state.ts";
import { type Chain, chainsQuery } from "./chains-query.ts";
import { GasTable } from "./gas-table.tsx";
import { StuckTable } from "./stuck-table.tsx";
import { WorkTable } from "./work-table.tsx";

const everyMs = 5_000;

/** A chain on one network: RPC nodes, gas wallets and transactions. */
export function ChainPage() {
  const network = usePageParam("network");
  const name = usePageParam("chain");
  const { data, error, refetch } = useQuery({ ...chainsQuery(), ...useLive(everyMs) });
  const chain = data?.chains.find((each) => each.network === network && each.chain === name);
  return (
    <Page title={`${statusWords(name)}, ${network}`} back={<PageLink to="/ops/chains">Chains</PageLink>}>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data !== undefined && chain === undefined ? (
        <ErrorNotice error={new Error("Chain not found.")} />
      ) : null}
      {chain === undefined ? null : <ChainView chain={chain} />}
    </Page>
  );
}

function ChainView({ chain }: { readonly chain: Chain }) {
  return (
    <>
      {chain.mode !== "off" && !chain.is_reachable ? (
        <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} title="No RPC node reachable">
          No RPC node responded within two seconds. Processing resumes once one responds.
        </Alert>
      ) : null}
      <Status chain={chain} />
      <Section
        title="Gas wallets"
        description="Top up wallets below their minimum with the chain's native coin."
        flush
      >
        <GasTable chain={chain} />
      </Section>
      <Section title="Pending transactions" flush>
        <WorkTable chain={chain} />
      </Section>
      <Section
        title="Stuck transactions"
        description="Rejected by the chain, or pending for more than 15 minutes. Oldest first."
        flush
      >
        <StuckTable chain={chain} />
      </Section>
    </>
  );
}

function Status({ chain }: { readonly chain: Chain }) {
  const { words, tone } = chainState(chain);
  const { mode, hosts, node, height, final_height, scanned_height, scanner_lag, scanned_at } = chain;
  return (
    <Section title="Status">
      <Facts
        items={[
          ["Status", <StatusBadge key="state" status={words} tone={tone} />],
          ["RPC nodes", mode === "remote" ? hosts.join(", ") : mode === "local" ? "Local" : "None"],
          ["Client version", node],
          ["Block height", heightOf(height)],
          ["Finalized height", heightOf(final_height)],
          ["Scanned height", heightOf(scanned_height)],
          ["Scanner lag", scanner_lag === null ? null : `${scanner_lag} blocks`],
          ["Last scan", scanned_at === null ? null : <When key="scanned" at={scanned_at} />],
          ["Deposits awaiting quorum", String(chain.deposits_awaiting_quorum)],
          [
            "Disagreeing RPC nodes",
            chain.disagreements.length === 0
              ? "None"
              : chain.disagreements.map(({ host, count }) => `${host} (${count})`).join(", "),
          ],
          ["Worker", nodeOf(chain.worker_node_id)],
          ["Scanner", nodeOf(chain.scanner_node_id)],
        ]}
      />
    </Section>
  );
}

function heightOf(height: string | null) {
  return height === null ? null : <Amount value={height} inline />;
}

function nodeOf(id: string | null) {
  return id === null ? "None" : <CopyId id={id} of="node" />;
}
