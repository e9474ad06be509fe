import { afterEach, describe, expect, test } from "vitest";
import { readSdnFixture } from "../../../test/sdn-fixture.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { createDemoSanctionsSource } from "../adapters/demo-sanctions-list.ts";
import type { SanctionsSource } from "./sanctions-list.ts";
import { createScreener, type Screener } from "./screener.ts";
import type { Subject } from "./screening.ts";

const threshold = 850;
const individual = (name: string, more: Partial<Subject> = {}): Subject => ({
  label: "controller",
  kind: "individual",
  names: [name],
  ...more,
});

const started: Screener[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((screener) => screener.stop()));
});

async function start(deps: Partial<Parameters<typeof createScreener>[0]> = {}): Promise<Screener> {
  const screener = createScreener({ source: createDemoSanctionsSource(), threshold, ...deps });
  started.push(screener);
  await screener.start();
  return screener;
}

function fixtureSource(): SanctionsSource {
  return {
    fingerprint: async () => "fixture",
    read: async () => ({ list: await readSdnFixture(), asOf: instantFromMs(1_000) }),
  };
}

describe("a screening", () => {
  test("returns a result for each subject in order, with the list and the threshold", async () => {
    const screener = await start({ source: fixtureSource() });
    const results = await screener.screen([
      { label: "business", kind: "business", names: ["Acme Payments, Inc.", "Noor Castle Trading"] },
      individual("Ada Lovelace", { birthDate: "1960-03-12" }),
    ]);
    const shared = { list: screener.list(), algorithm: 2, threshold, furtherHits: 0, unreadableNames: 0 };
    expect(results).toEqual([
      { label: "business", outcome: "hit", hits: [expect.objectContaining({ uid: "2001" })], ...shared },
      { label: "controller", outcome: "clear", hits: [], ...shared },
    ]);
    expect(results[0]?.hits[0]).toMatchObject({
      sanctionedName: "NOOR CASTLE TRADING",
      nameType: "aka",
      program: "SDGT, IFSR",
      entryType: "entity",
      score: 1000,
      explanation: { basis: "name", nameIndex: 1 },
    });
    expect(screener.listAsOf()).toBe(1_000);
  });

  test("explains the words and the birth date", async () => {
    const screener = await start({ source: fixtureSource() });
    const [result] = await screener.screen([individual("Dmitri Volkhovskaya", { birthDate: "1960-03-12" })]);
    expect(result?.hits[0]).toMatchObject({
      score: 978,
      explanation: {
        nameScore: 948,
        deduction: 0,
        words: [
          { sanctioned: "DMITRIY", found: "equal", similarity: 1000, credit: 1000 },
          { sanctioned: "VOLKHOVSKIY", found: "similar", similarity: 948, credit: 900 },
        ],
        birthDate: { effect: "equal", change: 30, sanctioned: ["12 Mar 1960"] },
      },
    });
  });

  test("contains nothing that the subject submitted", async () => {
    const screener = await start({ source: fixtureSource() });
    const results = await screener.screen([
      individual("Joaquin Xaverius Guzmaroo", { birthDate: "1957-04-05" }),
      individual("محمد Zzyzx"),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["hit", "hit"]);
    expect(JSON.stringify(results)).not.toMatch(/xaver|guzmaroo|1957-04-05|zzyzx|محمد/i);
  });

  test("is never clear for a name that cannot be compared", async () => {
    const screener = await start();
    const [script, none, clear] = await screener.screen([
      individual("محمد علي"),
      individual("", { names: [] }),
      individual("Ada Lovelace"),
    ]);
    expect(script).toMatchObject({ outcome: "hit", hits: [], unreadableNames: 1 });
    expect(none).toMatchObject({ outcome: "hit", hits: [], unreadableNames: 1 });
    expect(clear).toMatchObject({ outcome: "clear", unreadableNames: 0 });
  });

  test("has a hit on a weak alias only if the name is identical", async () => {
    const screener = await start({ source: fixtureSource() });
    const [same, near] = await screener.screen([individual("El Tordo"), individual("El Tordos")]);
    expect(same?.hits[0]).toMatchObject({ uid: "1003", nameType: "weak_aka" });
    expect(near?.outcome).toBe("clear");
  });

  test("contains the best hits and counts the rest", async () => {
    const entries = Array.from({ length: 40 }, (_, at) => ({
      uid: String(at),
      type: "individual" as const,
      program: "TEST",
      names: [{ type: "primary" as const, text: at === 33 ? "HARROWGATE, Thomas" : "HARROWGATE, Thomass" }],
      birthDates: [],
      chainAddresses: [],
    }));
    const version = { name: "many", version: "1", sha256: "0", entries: 40 };
    const source = {
      fingerprint: async () => "1",
      read: async () => ({ list: { version, entries }, asOf: undefined }),
    };
    const [result] = await (await start({ source })).screen([individual("Thomas Harrowgate")]);
    expect(result).toMatchObject({ furtherHits: 15 });
    expect(result?.hits).toHaveLength(25);
    expect(result?.hits[0]).toMatchObject({ uid: "33", score: 1000 });
  });

  test("yields to the event loop after each subject", async () => {
    const screener = await start();
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await screener.screen(Array.from({ length: 50 }, () => individual("Ada Lovelace")));
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(49);
  });

  test("finds a name hidden behind extra words by the exact birth date", async () => {
    const screener = await start();
    const padded = "Viktor Zarnovsky Bartholomew Cornelius Montgomery";
    const results = await screener.screen([
      individual(padded, { birthDate: "1961-03-12" }),
      individual("Viktor Zarnovski Bartholomew Cornelius Montgomery", { birthDate: "1961-03-12" }),
      individual(padded, { birthDate: "1984-07-01" }),
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(["hit", "hit", "clear"]);
    expect(results[0]?.hits[0]).toMatchObject({
      uid: "1",
      explanation: { furtherWords: 3, furtherWordsAreFree: true, birthDate: { effect: "equal" } },
    });
  });

  test.each(["V1ktor Zarn0vsky", "Vi🅚tor Zar🅝ovsky", "Viktor Zarnovsky B A R T O L O"])(
    "never clears an individual called %s",
    async (name) => {
      const [result] = await (await start()).screen([individual(name)]);
      expect(result).toMatchObject({ outcome: "hit", unreadableNames: 1 });
    },
  );

  test("applies the threshold", async () => {
    const subject = individual("Tomas Harrowgait");
    const [strict] = await (await start({ source: fixtureSource(), threshold: 900 })).screen([subject]);
    const [loose] = await (await start({ source: fixtureSource(), threshold: 850 })).screen([subject]);
    expect([strict?.outcome, loose?.outcome]).toEqual(["clear", "hit"]);
  });
});

describe("chain addresses", () => {
  test.each([
    ["0x00000000000000000000000000000000f1021a01", "ETH"],
    ["0x00000000000000000000000000000000F1021A01", "ETH"],
    ["BC1QFLORINEXAMPLEXXXXXXXXXXXXXXXXXXXXXXXX0001", "XBT"],
    ["TFLorinExampLeNotReaLxxxxxxxxxxx1", "USDT"],
  ])("%s is on the list", async (address, currency) => {
    const screener = await start({ source: fixtureSource() });
    expect(screener.screenChainAddress(address)).toMatchObject({
      outcome: "hit",
      hits: [{ uid: "2011", score: 1000, explanation: { basis: "chain_address", currency } }],
    });
  });

  test("any other address is clear, and base58 is case-sensitive", async () => {
    const screener = await start({ source: fixtureSource() });
    for (const address of [
      "0x00000000000000000000000000000000f1021a02",
      "tflorinexamplenotrealxxxxxxxxxxx1",
      "",
    ]) {
      expect(screener.screenChainAddress(address)).toMatchObject({ outcome: "clear", hits: [] });
    }
  });
});

test("an entry of the current list is found by its uid, with its primary name", async () => {
  const screener = await start({ source: createDemoSanctionsSource() });
  expect(screener.findEntry("2")).toEqual({ uid: "2", name: "QUORVAX MARITIME LLC", program: "DEMO" });
  expect(screener.findEntry("999")).toBeUndefined();
});
