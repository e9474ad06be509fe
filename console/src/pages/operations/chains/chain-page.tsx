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

/** One chain of one network: its nodes, its senders, and the work on it. */
export function ChainPage() {
  const network = usePageParam("network");
  const name = usePageParam("chain");
  const { data, error, refetch } = useQuery({ ...chainsQuery(), ...useLive(everyMs) });
  const chain = data?.chains.find((each) => each.network === network && each.chain === name);
  return (
    <Page title={`${statusWords(name)}, ${network}`} back={<PageLink to="/ops/chains">Chains</PageLink>}>
      {error === null ? null : <ErrorNotice error={error} onRetry={refetch} />}
      {data !== undefined && chain === undefined ? (
        <ErrorNotice error={new Error("There is no such chain.")} />
      ) : null}
      {chain === undefined ? null : <ChainView chain={chain} />}
    </Page>
  );
}

function ChainView({ chain }: { readonly chain: Chain }) {
  return (
    <>
      {chain.mode !== "off" && !chain.is_reachable ? (
        <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} title="No node answers">
          None of its nodes answered within two seconds. Work on it goes on once one does.
        </Alert>
      ) : null}
      <Standing chain={chain} />
      <Section
        title="Who pays the fees"
        description="An address below its floor must be sent more of the chain's own coin."
        flush
      >
        <GasTable chain={chain} />
      </Section>
      <Section title="Work under way" flush>
        <WorkTable chain={chain} />
      </Section>
      <Section
        title="Work that does not get on"
        description="Refused by the chain, or older than a quarter of an hour. The oldest first."
        flush
      >
        <StuckTable chain={chain} />
      </Section>
    </>
  );
}

function Standing({ chain }: { readonly chain: Chain }) {
  const { words, tone } = chainState(chain);
  const { mode, hosts, node, height, final_height, scanned_height, scanner_lag, scanned_at } = chain;
  return (
    <Section title="Where it stands">
      <Facts
        items={[
          ["State", <StatusBadge key="state" status={words} tone={tone} />],
          ["Nodes", mode === "remote" ? hosts.join(", ") : mode === "local" ? "on this machine" : "none"],
          ["Answers as", node],
          ["Height", heightOf(height)],
          ["Final", heightOf(final_height)],
          ["Scanned up to", heightOf(scanned_height)],
          ["Scanner behind", scanner_lag === null ? null : `${scanner_lag} blocks`],
          ["Scanned", scanned_at === null ? null : <When key="scanned" at={scanned_at} />],
          ["Works on it", nodeOf(chain.worker_node_id)],
          ["Scans it", nodeOf(chain.scanner_node_id)],
        ]}
      />
    </Section>
  );
}

function heightOf(height: string | null) {
  return height === null ? null : <Amount value={height} inline />;
}

function nodeOf(id: string | null) {
  return id === null ? "nobody" : <CopyId id={id} of="node" />;
}
