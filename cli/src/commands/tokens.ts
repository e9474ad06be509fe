import type { AdminApi } from "../admin-api.ts";
import { type CommandGroup, itemCommand, listCommand } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { network, required, wait } from "../command-options.ts";
import { CommandError } from "../failure.ts";
import { type Shown, shown } from "../output.ts";

const differenceTable = { differences: "network chain value_type address_id on_chain in_ledger cause" };

export const tokenCommands: CommandGroup = {
  name: "tokens",
  description: "Manage the token catalog; reconcile chains with the ledger",
  commands: [
    listCommand("list", {
      description: "List the tokens of a network",
      options: [network],
      run: async (api, admin, input) =>
        api.presentItems(await api.listTokens(admin, input), (token) => ({
          ...api.presentToken(token),
          ...input,
        })),
      noun: "tokens",
      columns: "value_type name kind status issuer_account_id deployments",
      view: present,
    }),
    itemCommand("register", {
      description: "Register a third-party token, or add a chain to one",
      options: [
        network,
        required("--value-type <code>", "Token code, such as USDC"),
        required("--name <name>", "Full name"),
        required("--chain <chain>", "Chain"),
        required("--contract <address>", "Contract address, mint address, or CODE:ISSUER on stellar"),
      ],
      run: async (api, admin, request) => ({
        ...api.presentToken(await api.registerToken(admin, request)),
        network: request.network,
      }),
      view: present,
    }),
    listCommand("failed-refunds", {
      description: "List transfers whose tokens were burned but could not be minted on any chain",
      run: async (api, admin) =>
        api.presentItems(await api.listFailedTokenRefunds(admin), (transfer) => ({
          ...api.presentOperatorTransfer(transfer),
          value_type: transfer.currency,
        })),
      noun: "transfers with failed mints",
      columns: "id network account_id amount value_type updated",
      fields: "id network amount updated tenant_id account_id value_type",
    }),
    itemCommand("return <transfer_id>", {
      description: "Refund such a transfer by minting its tokens on the source chain",
      run: async (api, admin, { transferId }) => {
        await api.retryFailedTokenRefund(admin, transferId);
        return { returning: transferId };
      },
    }),
    itemCommand("reconcile", {
      description: "Run a reconciliation of chains and ledger on a running node and show the result",
      options: [wait],
      run: async (api, admin, input) =>
        api.presentReconciliation(await api.reconcile(admin, { timeoutMs: input.wait * 1_000 })),
      view: reconciliationView,
      tables: differenceTable,
      after: refuseDifferences,
    }),
    itemCommand("reconciliation", {
      description: "Show the result of the last reconciliation",
      run: async (api, admin) => {
        const found = await api.findReconciliation(admin);
        if (found === undefined) throw new CommandError("chains and ledger have not been reconciled yet");
        return api.presentReconciliation(found);
      },
      view: reconciliationView,
      tables: differenceTable,
      after: refuseDifferences,
    }),
  ],
};

type Reconciliation = ReturnType<AdminApi["presentReconciliation"]>;

function reconciliationView({ differences, is_complete, ...counts }: Reconciliation, asJson: boolean): Shown {
  const fields = "network chain value_type tenant_id address_id on_chain in_ledger cause";
  const items = differences.map((item) => shown({ ...item, chain: item.transfer_type }, fields));
  return { ...shown(counts), differences: items, ...(asJson && { is_complete }) };
}

/** Differences make the command fail; so does an unreachable chain. */
function refuseDifferences({ stderr }: CommandContext, run: Reconciliation): void {
  const { different, unverified, differences } = run;
  if (!run.is_complete) stderr.write(`Only the first ${differences.length} differences are shown\n`);
  if (different + unverified === 0) return;
  throw new CommandError(`${different} differences, ${unverified} unverified`);
}

type Token = ReturnType<AdminApi["presentToken"]> & { readonly network: string };

function present(token: Token, asJson: boolean): Shown {
  const deployments = token.deployments.map(
    ({ transfer_type: chain, status, contract_address: contract, failure }) =>
      asJson ? { chain, status, contract, failure } : `${chain} ${contract ?? status}`,
  );
  const fields = "id network value_type name kind status is_public created issuer_account_id deployments";
  return shown({ ...token, deployments }, fields);
}
