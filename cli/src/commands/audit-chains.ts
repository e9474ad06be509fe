import type { AuditFindingView, AuditProgress, AuditVerificationView } from "@florin/service/admin";
import { collected, withAdmin } from "../admin-api.ts";
import { type AdminCommand, command } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { flag, json, optional } from "../command-options.ts";
import { CommandError, UsageError } from "../failure.ts";
import { plainText, printList, withSnakeCase } from "../output.ts";
import { readSmallFile } from "../small-file.ts";

/** One head has about 250 bytes. */
const maxHeadBytes = 64 * 1024 * 1024;

const oneChain = [
  optional("--tenant <id>", "Only the log of this managing account"),
  flag("--platform", "Only the platform log, which belongs to no managing account"),
] as const;

export const auditChainCommands: readonly AdminCommand[] = [
  command("verify", {
    description: "Verify the hash chains of the audit log",
    options: [
      ...oneChain,
      optional("--head <file>", "File written by audit head; the log must still contain these heads"),
      optional(
        "--public-key <key>",
        "Public key that must have signed the file, if MASTER_KEY is not at hand",
      ),
      json,
    ],
    run: async ({ context, name, input }) => {
      const { head, publicKey, json: asJson } = input;
      if (publicKey !== undefined && head === undefined) throw new UsageError("--public-key requires --head");
      const chain = chainOf(input);
      const heads = head === undefined ? undefined : await readSmallFile(head, maxHeadBytes);
      const onProgress = (progress: AuditProgress): void =>
        context.stderr.write(`${progressText(progress)}\n`);
      const verified = await withAdmin(context, name, (api, admin) =>
        collected(api.verifyAudit(admin, { chain, heads, publicKey, onProgress })),
      );
      printList(context, {
        items: verified.map((view) =>
          withSnakeCase({ ...view, findings: asJson ? view.findings : view.findings.length }),
        ),
        columns: ["chain", "entries", "findings", "sequence", "hash"],
        asJson,
        noun: "audit log entries",
        isComplete: true,
      });
      refuseFindings(context, verified);
    },
  }),
  command("head", {
    description: "Print the signed heads of the hash chains as JSON, to be stored elsewhere",
    options: oneChain,
    run: async ({ context, name, input }) => {
      const chain = chainOf(input);
      const heads = await withAdmin(context, name, (api, admin) =>
        api.exportHeads(admin, chain === undefined ? {} : { chain }),
      );
      context.stdout.write(`${JSON.stringify(heads, undefined, 2)}\n`);
    },
  }),
];

/** Prints each finding on a line; the command then fails. */
function refuseFindings({ stderr }: CommandContext, verified: readonly AuditVerificationView[]): void {
  const unsound = verified.filter(({ findings }) => findings.length > 0);
  if (unsound.length === 0) return;
  for (const { chain, findings, isComplete } of unsound) {
    for (const finding of findings) stderr.write(`${plainText(`${chain}: ${findingText(finding)}`)}\n`);
    if (!isComplete)
      stderr.write(`${plainText(chain)}: verification stopped here; there may be more findings\n`);
  }
  const count = unsound.reduce((sum, { findings }) => sum + findings.length, 0);
  const found = count === 1 ? "1 finding" : `${count} findings`;
  throw new CommandError(`${found} in ${unsound.length} of ${verified.length} chains`);
}

interface ChainInput {
  readonly tenant?: string;
  readonly platform: boolean;
}

function chainOf({ tenant, platform }: ChainInput): string | undefined {
  if (platform && tenant !== undefined) throw new UsageError("specify --tenant or --platform, not both");
  return platform ? "platform" : tenant;
}

function progressText({ chain, seals, total }: AuditProgress): string {
  const share = total === 0 ? 100 : Math.floor((seals * 100) / total);
  return `${chain}: ${seals} of ${total} seals (${share}%)`;
}

function findingText({ sequence, entryId, detail }: AuditFindingView): string {
  const place = [
    ...(sequence === undefined ? [] : [`seal ${sequence}`]),
    ...(entryId === undefined ? [] : [`entry ${entryId}`]),
  ];
  return `${place.join(", ")}: ${detail}`;
}
