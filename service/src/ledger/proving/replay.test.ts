import { expect, test } from "vitest";
import { euro, supply, wallet } from "../../../test/ledger.ts";
import { parseId } from "../../kernel/id.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { genesisHash, hashRecord } from "../journal-hash.ts";
import type { LedgerAccount } from "../ledger-account.ts";
import { checkLink, followSequence, type Link } from "./check-link.ts";
import type { Finding } from "./finding.ts";
import type { ReadableRecord } from "./journal-row.ts";
import { type Replay, replayRecord } from "./replay.ts";
import { missingAccount, type ReplayedAccount } from "./replayed-account.ts";

/* Journals that a faulty writer might have left: all hashes are right, but the content is not. */

const startMs = 1_000;
const owing: LedgerAccount = { ...wallet("a"), kind: "receivable" };
const accounts: readonly LedgerAccount[] = [supply(), wallet("a"), wallet("b"), wallet("c", euro), owing];
const [minted, a, b, c, owed] = [1n, 2n, 3n, 4n, 5n];

type Step = Partial<ReadableRecord> &
  Pick<ReadableRecord, "type"> & { readonly lines: ReadableRecord["lines"] };

const mint: Step = {
  type: "post",
  key: "mint",
  lines: [
    { number: minted, units: -100n },
    { number: a, units: 100n },
  ],
};
const open: Step = { type: "hold", key: "open", lines: [{ number: a, units: 10n }] };
const opensB: Step = { type: "post", lines: pair(a, b, 5n) };

test("a valid journal has no findings", () => {
  const post: Step = { type: "post_hold", holdKey: "open", lines: pair(a, b, 10n) };
  expect(findingsOf([mint, open, post])).toEqual([]);
});

test.each<readonly [string, readonly Step[], string]>([
  ["goes back in time", [mint, { ...opensB, atMs: startMs - 1 }], "is older than the previous record"],
  ["has a gap", [mint, { ...opensB, sequence: 3n }], "is missing"],
  [
    "has a single posting",
    [mint, { type: "post", lines: [{ number: a, units: 0n }] }],
    "has fewer than two postings",
  ],
  ["has a posting of zero", [mint, { type: "post", lines: pair(a, b, 0n) }], "has a posting of zero units"],
  [
    "does not sum to zero",
    [mint, { type: "post", lines: [...pair(a, b, 5n), { number: a, units: 1n }] }],
    "does not sum to zero in USDX of scale 6",
  ],
  [
    "mixes assets",
    [mint, opensB, { type: "post", lines: pair(a, c, 5n) }],
    "does not sum to zero in EUR of scale 2",
  ],
  [
    "overdraws",
    [mint, { type: "post", lines: pair(a, b, 101n) }],
    "leaves -1 units available, below its minimum",
  ],
  [
    "overdraws what is held",
    [mint, open, { type: "post", lines: pair(a, b, 91n) }],
    "leaves -1 units available, below its minimum",
  ],
  [
    "repays more than is owed",
    [mint, { type: "post", lines: pair(a, owed, 1n) }],
    "leaves 1 units, above its maximum",
  ],
  [
    "holds zero units",
    [mint, { type: "hold", lines: [{ number: a, units: 0n }] }],
    "is not a hold of a positive amount on one account",
  ],
  ["opens a hold twice", [mint, open, open], "opens a hold that is already open"],
  [
    "closes a hold twice",
    [mint, open, voidOf("open"), voidOf("open")],
    "closes a hold that is not open: never opened, or already closed",
  ],
  [
    "closes a hold that was never opened",
    [mint, voidOf("none")],
    "closes a hold that is not open: never opened, or already closed",
  ],
  [
    "posts more than is held",
    [mint, open, { type: "post_hold", holdKey: "open", lines: pair(a, b, 11n) }],
    "takes nothing from the held account, or more than is held",
  ],
  [
    "posts a hold without its account",
    [mint, opensB, open, { type: "post_hold", holdKey: "open", lines: pair(b, minted, 1n) }],
    "takes nothing from the held account, or more than is held",
  ],
  [
    "names a hold without closing it",
    [mint, { ...opensB, holdKey: "open" }],
    "names a hold that it does not close, or closes one without naming it",
  ],
  [
    "has postings with a void",
    [mint, open, { ...voidOf("open"), lines: pair(a, b, 1n) }],
    "voids a hold but has postings",
  ],
  [
    "skips an account number",
    [mint, { type: "post", lines: pair(c, c, 1n) }],
    "is opened by this record as number 4, but the next one is 3",
  ],
  [
    "names an unknown account",
    [mint, { type: "post", lines: pair(a, 9n, 1n) }],
    "is named by this record but does not exist",
  ],
])("a journal that %s is detected, although every hash is right", (_, steps, detail) => {
  expect(findingsOf(steps).map((finding) => finding.detail)).toContain(detail);
});

function pair(from: bigint, to: bigint, units: bigint): ReadableRecord["lines"] {
  return [
    { number: from, units: -units },
    { number: to, units },
  ];
}

function voidOf(holdKey: string): Step {
  return { type: "void_hold", holdKey, lines: [] };
}

function findingsOf(steps: readonly Step[]): readonly Finding[] {
  const found: Finding[] = [];
  const report = (finding: Finding): void => void found.push(finding);
  const replay = freshReplay();
  const tenantId = parseId<"tenant">("01M7FV22NEAATN7E6T0E9G4SKX");
  if (tenantId === undefined) throw new Error("invalid tenant id");
  const scope = { tenantId, network: "testnet" } as const;
  let link: Link = { sequence: 0n, atMs: 0, isAhead: false, hash: genesisHash, rightHashes: [] };
  for (const [index, step] of steps.entries()) {
    const content = {
      sequence: BigInt(index + 1),
      atMs: startMs,
      isAhead: false,
      key: `${index}`,
      holdKey: undefined,
      ...step,
    };
    const lines = step.lines.flatMap(({ number, units }) => {
      const account = accounts[Number(number) - 1];
      return account === undefined ? [] : [{ number, account, units }];
    });
    const hash = hashRecord(scope, link.hash ?? genesisHash, {
      ...content,
      at: content.atMs as Instant,
      lines,
    });
    const record = { ...content, hash };
    link = followSequence(link, record.sequence, report);
    replayRecord(replay, record, report);
    link = checkLink({ scope, replay, link }, record, report);
  }
  return found;
}

function freshReplay(): Replay {
  const replayed = accounts.map(({ kind, owner = "", chain = "", asset }, index): ReplayedAccount => {
    const openedAtMicros = BigInt(instantFromMs(startMs)) * 1_000n;
    const names = { kind, owner, chain, assetCode: asset.code, assetScale: asset.scale };
    return { ...missingAccount(BigInt(index + 1)), ...names, isMissing: false, openedAtMicros };
  });
  return {
    accounts: new Map(replayed.map((account) => [account.number, account])),
    openHolds: new Map(),
    lastAccountNumber: 0n,
  };
}
