import type { NameCheckView } from "@florin/service/admin";
import { type Command, InvalidArgumentError, Option } from "commander";
import { useDoor } from "../admin-door.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

interface CheckOptions extends JsonChoice {
  readonly name: string;
  readonly kind: "person" | "business";
  readonly birthDate?: string;
  readonly threshold?: number;
}

type Hit = NameCheckView["hits"][number];

export function addScreeningCommands(program: Command, surroundings: Surroundings): void {
  const screening = program.command("screening").description("the sanctions list, and names beside it");
  screening
    .command("check")
    .description("compare a name with the sanctions list, and explain the score")
    .requiredOption("--name <name>", "the name, as it was given")
    .addOption(
      new Option("--kind <kind>", "whose name it is")
        .choices(["person", "business"])
        .default("person", "person"),
    )
    .option("--birth-date <date>", "of a person, such as 1960-03-12")
    .option("--threshold <score>", "another lowest score than the service's, 1 to 1000", parseThreshold)
    .addOption(jsonOption())
    .action((options: CheckOptions) => check(surroundings, options));
  screening
    .command("list")
    .description("tell which sanctions list the service would use, and how old it is")
    .addOption(jsonOption())
    .action(({ json }: JsonChoice) => showList(surroundings, json));
}

async function check(
  surroundings: Surroundings,
  { json, birthDate, ...options }: CheckOptions,
): Promise<void> {
  if (birthDate !== undefined && options.kind === "business") {
    throw new UsageError("only a person has a birth date; leave out --birth-date, or say --kind person");
  }
  const { name, kind, threshold } = options;
  const view = await useDoor((door) =>
    door.checkName(surroundings.environment, {
      name,
      kind,
      ...(birthDate === undefined ? {} : { birthDate }),
      ...(threshold === undefined ? {} : { threshold }),
    }),
  );
  if (json) printOne(surroundings, present(view), { asJson: true });
  else explain(surroundings, view);
}

async function showList(surroundings: Surroundings, asJson: boolean): Promise<void> {
  const list = await useDoor((door) => door.showSanctionsList(surroundings.environment));
  const shown = {
    name: list.name,
    version: list.version,
    sha256: list.sha256,
    published: list.publishedAt ?? null,
    entries: list.entries,
    as_of: list.asOf ?? null,
    age_seconds: list.ageSeconds ?? null,
    is_stale: list.isStale,
  };
  printOne(surroundings, shown, { asJson });
}

/** First the result, then the hits, then how each score came about. */
function explain(surroundings: Surroundings, view: NameCheckView): void {
  const { outcome, list, threshold, unreadableNames, furtherHits } = view;
  const summary = {
    outcome,
    list: `${list.name}, version ${list.version}, ${list.entries} entries`,
    threshold,
    ...(unreadableNames === 0 ? {} : { unreadable: "the name cannot be compared; a person must look" }),
    ...(furtherHits === 0 ? {} : { further_hits: furtherHits }),
  };
  printOne(surroundings, summary, { asJson: false });
  if (view.hits.length === 0) return;
  printTable(surroundings, view.hits.map(presentHit), [
    "uid",
    "listed_name",
    "name_type",
    "entry_type",
    "program",
    "score",
  ]);
  for (const hit of view.hits) explainHit(surroundings, hit);
}

function explainHit(surroundings: Surroundings, { uid, explanation }: Hit): void {
  if (explanation.basis !== "name") return;
  const { words, weights, deduction, nameScore, birthDate, comparison } = explanation;
  const { credited, paired, contradicting, absent } = weights;
  surroundings.stdout.write(`\n${uid}: how the score came about\n`);
  printTable(
    surroundings,
    words.map((word): Shown => ({ ...word })),
    ["listed", "found", "similarity", "credit"],
  );
  const sum = `1000 × ${credited} ÷ (${paired} paired + ${contradicting} contradicting + ${absent} absent)`;
  const steps = {
    compared_by: comparison,
    further_words: furtherWordsText(explanation),
    name_score: `${nameScore} = ${sum}${deduction === 0 ? "" : ` − ${deduction} for frequent names alone`}`,
    birth_date: birthDateText(birthDate),
  };
  printOne(surroundings, steps, { asJson: false });
}

type NameExplanation = Extract<Hit["explanation"], { readonly basis: "name" }>;

function furtherWordsText({ furtherWords, furtherWordsAreFree }: NameExplanation): string {
  return furtherWordsAreFree ? `${furtherWords}, not charged` : String(furtherWords);
}

function birthDateText({ effect, change, listed }: NameExplanation["birthDate"]): string {
  const known = listed.length === 0 ? "none listed" : `listed ${listed.join(" or ")}`;
  return `${effect.replace("_", " ")} (${known}), ${change >= 0 ? "+" : "−"}${Math.abs(change)}`;
}

function printTable(surroundings: Surroundings, items: readonly Shown[], columns: readonly string[]): void {
  printList(surroundings, { items, columns, asJson: false, noun: "hits", isComplete: true });
}

function present(view: NameCheckView): Shown {
  const { list } = view;
  return {
    outcome: view.outcome,
    list: { name: list.name, version: list.version, sha256: list.sha256, entries: list.entries },
    threshold: view.threshold,
    unreadable_names: view.unreadableNames,
    further_hits: view.furtherHits,
    hits: view.hits.map(presentHit),
  };
}

function presentHit({ uid, listedName, nameType, entryType, program, score, explanation }: Hit): Shown {
  return {
    uid,
    listed_name: listedName,
    name_type: nameType,
    entry_type: entryType,
    program,
    score,
    explanation: withSnakeCase(explanation),
  };
}

/** The names of fields as the API writes them, all the way down. */
function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      withSnakeCase(inner),
    ]),
  );
}

function parseThreshold(text: string): number {
  const threshold = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (threshold < 1 || threshold > 1000) throw new InvalidArgumentError("Write a number from 1 to 1000.");
  return threshold;
}
