import { BookText } from "lucide-react";
import type { PageRoute } from "../../page-route.ts";

const workspaceRoute = { area: "workspace", permission: "workspace.read" } as const;
const operationsRoute = { area: "operations", permission: "ledger.read" } as const;
const journal = "ledger/$journalTenant/$journalNetwork";

const loadJournal: PageRoute["load"] = async () => (await import("./journal-page.tsx")).JournalPage;
const loadStatement: PageRoute["load"] = async () => (await import("./statement-page.tsx")).StatementPage;
const loadRecords: PageRoute["load"] = async () => (await import("./records-page.tsx")).RecordsPage;
const loadRecord: PageRoute["load"] = async () => (await import("./record-page.tsx")).RecordPage;

export const ledgerPages: readonly PageRoute[] = [
  {
    ...workspaceRoute,
    path: "ledger",
    title: "Ledger",
    nav: { group: "Money", label: "Ledger", icon: BookText, order: 40 },
    load: loadJournal,
  },
  { ...workspaceRoute, path: "ledger/statement", title: "Statement", load: loadStatement },
  { ...workspaceRoute, path: "ledger/records", title: "Records", load: loadRecords },
  { ...workspaceRoute, path: "ledger/records/$sequence", title: "Record", load: loadRecord },
  {
    ...operationsRoute,
    path: "ledger",
    title: "Ledger",
    nav: { group: "Money", label: "Ledger", icon: BookText, order: 38 },
    load: async () => (await import("./journals-page.tsx")).JournalsPage,
  },
  { ...operationsRoute, path: journal, title: "Journal", load: loadJournal },
  { ...operationsRoute, path: `${journal}/statement`, title: "Statement", load: loadStatement },
  { ...operationsRoute, path: `${journal}/records`, title: "Records", load: loadRecords },
  { ...operationsRoute, path: `${journal}/records/$sequence`, title: "Record", load: loadRecord },
];
