import { useParams } from "@tanstack/react-router";
import { download, get } from "../../api/client.ts";
import { workspaceAddress } from "../../kit/list/use-list-totals.ts";
import { isNetwork, type Network } from "../../workspace/network.ts";
import { useMaybeWorkspace } from "../../workspace/use-workspace.ts";
import { workspacePath } from "../../workspace/workspace-path.ts";
import type {
  Balances,
  BalancesQuery,
  EntriesPlace,
  LedgerRecord,
  Records,
  RecordsQuery,
  Statement,
  StatementQuery,
  Totals,
} from "./journal.ts";

/** Read access to one journal, as a member of its tenant or as an operator. */
export interface Journal {
  readonly tenantId: string;
  readonly network: Network;
  /** Whether it is opened from the operations area. */
  readonly isOfOperations: boolean;
  accounts(query: BalancesQuery, signal: AbortSignal): Promise<Balances>;
  statement(query: StatementQuery & EntriesPlace, signal: AbortSignal): Promise<Statement>;
  statementFile(query: StatementQuery): Promise<Blob>;
  records(query: RecordsQuery, signal: AbortSignal): Promise<Records>;
  record(sequence: string, signal: AbortSignal): Promise<LedgerRecord>;
  totals(signal: AbortSignal): Promise<Totals>;
  /** The path of a page of this journal: `link("records", "12")`. */
  link(...segments: readonly string[]): string;
  /** Beginning of the addresses of its lists. */
  readonly address: string;
}

/** The journal of the page. */
export function useJournal(): Journal {
  const workspace = useMaybeWorkspace();
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  if (workspace !== undefined) return workspaceJournal(workspace.params);
  const { journalTenant = "", journalNetwork } = params;
  return operationsJournal({
    tenant_id: journalTenant,
    network: isNetwork(journalNetwork) ? journalNetwork : "mainnet",
  });
}

interface JournalPath {
  readonly tenant_id: string;
  readonly network: Network;
}

function workspaceJournal(path: JournalPath): Journal {
  const { tenant_id: tenantId, network } = path;
  return {
    tenantId,
    network,
    isOfOperations: false,
    accounts: (query, signal) =>
      get("/console/api/workspaces/{tenant_id}/{network}/ledger/accounts", {
        params: { path, query },
        signal,
      }),
    statement: (query, signal) =>
      get("/console/api/workspaces/{tenant_id}/{network}/ledger/statement", {
        params: { path, query },
        signal,
      }),
    statementFile: (query) =>
      download("/console/api/workspaces/{tenant_id}/{network}/ledger/statement.csv", {
        params: { path, query },
      }),
    records: (query, signal) =>
      get("/console/api/workspaces/{tenant_id}/{network}/ledger/records", {
        params: { path, query },
        signal,
      }),
    record: (sequence, signal) =>
      get("/console/api/workspaces/{tenant_id}/{network}/ledger/records/{sequence}", {
        params: { path: { ...path, sequence } },
        signal,
      }),
    totals: (signal) =>
      get("/console/api/workspaces/{tenant_id}/{network}/ledger/totals", { params: { path }, signal }),
    link: (...segments) => workspacePath(tenantId, network, "ledger", ...segments),
    address: `${workspaceAddress(path)}/ledger`,
  };
}

function operationsJournal(path: JournalPath): Journal {
  const { tenant_id: tenantId, network } = path;
  return {
    tenantId,
    network,
    isOfOperations: true,
    accounts: (query, signal) =>
      get("/console/api/ledger/{tenant_id}/{network}/accounts", { params: { path, query }, signal }),
    statement: (query, signal) =>
      get("/console/api/ledger/{tenant_id}/{network}/statement", { params: { path, query }, signal }),
    statementFile: (query) =>
      download("/console/api/ledger/{tenant_id}/{network}/statement.csv", { params: { path, query } }),
    records: (query, signal) =>
      get("/console/api/ledger/{tenant_id}/{network}/records", { params: { path, query }, signal }),
    record: (sequence, signal) =>
      get("/console/api/ledger/{tenant_id}/{network}/records/{sequence}", {
        params: { path: { ...path, sequence } },
        signal,
      }),
    totals: (signal) => get("/console/api/ledger/{tenant_id}/{network}/totals", { params: { path }, signal }),
    link: (...segments) => ["/ops/ledger", tenantId, network, ...segments].join("/"),
    address: `/console/api/ledger/${tenantId}/${network}`,
  };
}
