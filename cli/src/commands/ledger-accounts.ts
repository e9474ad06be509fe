import { withAdmin } from "../admin-api.ts";
import { type AdminCommand, command, listCommand } from "../admin-command.ts";
import { defaultOneOf, flag, network, optional, required } from "../command-options.ts";
import { writeWholeFile } from "../whole-file.ts";

const tenant = required("--tenant <id>", "Managing account that owns the journal");

export const ledgerAccountCommands: readonly AdminCommand[] = [
  listCommand("balances", {
    description: "List the accounts of a journal with their balances",
    options: [
      tenant,
      network,
      optional("--kind <kind>", "Filter by account kind, such as wallet or supply"),
      optional("--owner <owner>", "Filter by owner"),
      optional("--chain <chain>", "Filter by chain"),
      optional("--asset <code>", "Filter by asset"),
    ],
    run: (api, admin, { tenant: tenantId, ...filter }) =>
      api.listLedgerBalances(admin, { ...filter, tenantId }),
    noun: "accounts",
    columns: "account posted held available",
  }),
  listCommand("totals", {
    description: "Sum an asset across all journals, by account kind and chain",
    options: [network, required("--asset <code>", "Asset, such as USD")],
    run: (api, admin, input) => api.listLedgerTotals(admin, input),
    noun: "accounts",
    columns: "kind chain posted",
    view: ({ chain, ...item }) => ({ ...item, chain: chain ?? null }),
  }),
  command("statement", {
    description: "Export an account statement for a period",
    options: [
      tenant,
      network,
      required("--account <path>", "Account, as kind/OWNER/CHAIN/ASSET"),
      required("--from <time>", "Start of the period (inclusive), such as 2026-11-01T00:00:00Z"),
      required("--to <time>", "End of the period (exclusive)"),
      defaultOneOf("--format <format>", "Output format", { values: ["json", "csv"], fallback: "json" }),
      flag("--holds", "Include holds and voids, which affect the available but not the posted balance"),
      optional("--out <file>", "Write to a file instead of standard output"),
    ],
    run: async ({ context, name, input: { tenant: tenantId, holds: includesHolds, out, ...request } }) => {
      const { stdout, stderr } = context;
      await withAdmin(context, name, async (api, admin) => {
        const pieces = api.exportStatement(admin, { ...request, tenantId, includesHolds });
        if (out !== undefined) {
          await writeWholeFile(out, pieces);
          stderr.write(`Statement written to ${out}\n`);
          return;
        }
        for await (const piece of pieces) {
          stdout.write(piece);
          await stdout.written?.();
        }
      });
    },
  }),
];
