import type { FindingView, LedgerProgress, VerificationView } from "@florin/service/admin";
import { collected, withAdmin } from "../admin-api.ts";
import { type CommandGroup, command, listCommand } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { json, network, networkFilter, optional, required, yes } from "../command-options.ts";
import { confirm } from "../confirmation.ts";
import { CommandError, UsageError } from "../failure.ts";
import { plainText, printList, printOne, type Shown, withSnakeCase } from "../output.ts";
import { ledgerAccountCommands } from "./ledger-accounts.ts";

const tenantFilter = optional("--tenant <id>", "Filter by managing account");

export const ledgerCommands: CommandGroup = {
  name: "ledger",
  description: "Verify and read the ledger journals",
  commands: [
    command("verify", {
      description: "Verify the integrity of journals and everything derived from them",
      options: [
        tenantFilter,
        networkFilter,
        optional(
          "--expect <checkpoint>",
          "Checkpoint hash recorded earlier, as SEQUENCE:HASH; one journal only",
        ),
        optional("--from <sequence>", "First record to verify; earlier records are trusted"),
        json,
      ],
      run: async ({ context, name, input: { expect, from, json: asJson, ...journal } }) => {
        if ((expect !== undefined || from !== undefined) && !isSingleJournal(journal)) {
          throw new UsageError(
            "--expect and --from apply to one journal: specify it with --tenant and --network",
          );
        }
        const request = {
          ...choiceOf(journal),
          ...(expect === undefined ? {} : { expected: expect }),
          ...(from === undefined ? {} : { from }),
          onProgress: (progress: LedgerProgress) => context.stderr.write(`${progressText(progress)}\n`),
        };
        const verified = await withAdmin(context, name, (api, admin) =>
          collected(api.verifyLedger(admin, request)),
        );
        const items = verified.map((view) => presentVerification(view, { asJson }));
        const columns = ["tenant_id", "network", "records", "findings", "sequence", "hash"];
        printList(context, { items, columns, asJson, noun: "journals", isComplete: true });
        refuseFindings(context, verified);
      },
    }),
    listCommand("head", {
      description: "Print the checkpoint hash of each journal, to be stored elsewhere",
      options: [tenantFilter, networkFilter],
      run: (api, admin, journal) => collected(api.listHeads(admin, choiceOf(journal))),
      noun: "journals",
      columns: "tenant_id network at mark",
      view: ({ tenantId, network: of, sequence, hash, at }) => {
        return { tenant_id: tenantId, network: of, sequence, hash, at, mark: `${sequence}:${hash}` };
      },
    }),
    ...ledgerAccountCommands,
    command("rebuild", {
      description: "Rebuild balances and holds from the journal",
      options: [required("--tenant <id>", "Managing account that owns the journal"), network, yes, json],
      run: async ({ context, name, input: { tenant, network: of, yes: isConfirmed, json: asJson } }) => {
        const consequence =
          `Postings for ${tenant} on ${of} are blocked until the whole journal has been read. Balances and ` +
          "holds that differ from the journal are overwritten.";
        await confirm(context, { consequence, isConfirmed });
        const { records, balances, holds, findings } = await withAdmin(context, name, (api, admin) =>
          api.rebuildLedger(admin, { tenantId: tenant, network: of }),
        );
        if (!asJson) for (const finding of findings) context.stderr.write(`${findingText(finding)}\n`);
        const counts = { tenant_id: tenant, network: of, records, balances, holds };
        const shown = asJson ? { ...counts, findings: findings.map(withSnakeCase) } : counts;
        printOne(context, shown, { asJson });
      },
    }),
  ],
};

/** Prints each finding on a line; the command then fails, also if verification could not run to the end. */
function refuseFindings({ stderr }: CommandContext, verified: readonly VerificationView[]): void {
  const unsound = verified.filter(({ findings, isComplete }) => findings.length > 0 || !isComplete);
  if (unsound.length === 0) return;
  for (const { tenantId, network, findings, isComplete, failure } of unsound) {
    for (const finding of findings) stderr.write(`${tenantId} ${network}: ${findingText(finding)}\n`);
    if (failure !== undefined)
      stderr.write(`${tenantId} ${network}: verification failed: ${plainText(failure)}\n`);
    if (!isComplete)
      stderr.write(`${tenantId} ${network}: verification stopped here; there may be more findings\n`);
  }
  const count = unsound.reduce((sum, { findings }) => sum + findings.length, 0);
  const found = count === 1 ? "1 finding" : `${count} findings`;
  throw new CommandError(`${found} in ${unsound.length} of ${verified.length} journals`);
}

interface JournalInput {
  readonly tenant?: string;
  readonly network?: "testnet" | "mainnet";
}

function isSingleJournal({ tenant, network }: JournalInput): boolean {
  return tenant !== undefined && network !== undefined;
}

function choiceOf({ tenant, network }: JournalInput) {
  return {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    ...(network === undefined ? {} : { network }),
  };
}

function progressText({ tenantId, network, records, total, recordsPerSecond }: LedgerProgress): string {
  const share = total === 0 ? 100 : Math.floor((records * 100) / total);
  return `${tenantId} ${network}: ${records} of ${total} records (${share}%), ${recordsPerSecond}/s`;
}

function findingText({ table, sequence, account, detail }: FindingView): string {
  const place = [
    table,
    ...(sequence === undefined ? [] : [`record ${sequence}`]),
    ...(account === undefined ? [] : [account]),
  ];
  return plainText(`${place.join(", ")}: ${detail}`);
}

function presentVerification(view: VerificationView, { asJson }: { readonly asJson: boolean }): Shown {
  const { tenantId, network, records, sequence, hash, findings, isComplete, failure } = view;
  const journal = { tenantId, network, records, sequence, hash };
  return withSnakeCase({ ...journal, findings: asJson ? findings : findings.length, isComplete, failure });
}
