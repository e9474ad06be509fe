import type { NameCheckView } from "@florin/service/admin";
import { type Command, InvalidArgumentError, Option } from "commander";
import { useAdminApi } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { UsageError } from "../failure.ts";
import { type JsonChoice, jsonOption, printList, printOne, type Shown, withSnakeCase } from "../output.ts";

interface CheckOptions extends JsonChoice {
  readonly name: string;
  readonly kind: "individual" | "business";
  readonly birthDate?: string;
  readonly threshold?: number;
}

type Hit = NameCheckView["hits"][number];

export function addScreeningCommands(program: Command, context: CommandContext): void {
  const screening = program.command("screening").description("Screen names against the sanctions list");
  screening
    .command("check")
    .description("Screen a name and explain the score")
    .requiredOption("--name <name>", "Name as provided")
    .addOption(
      new Option("--kind <kind>", "Kind of party")
        .choices(["individual", "business"])
        .default("individual", "individual"),
    )
    .option("--birth-date <date>", "Birth date of an individual, such as 1960-03-12")
    .option("--threshold <score>", "Override the service's score threshold, 1 to 1000", parseThreshold)
    .addOption(jsonOption())
    .action((options: CheckOptions) => check(context, options));
  screening
    .command("list")
    .description("Show the sanctions list in use and its age")
    .addOption(jsonOption())
    .action(({ json }: JsonChoice) => showList(context, json));
}

async function check(context: CommandContext, { json, birthDate, ...options }: CheckOptions): Promise<void> {
  if (birthDate !== undefined && options.kind === "business") {
    throw new UsageError("--birth-date applies to individuals only; use it with --kind individual");
  }
  const { name, kind, threshold } = options;
  const view = await useAdminApi((api) =>
    api.checkName(context.environment, {
      name,
      kind,
      ...(birthDate === undefined ? {} : { birthDate }),
      ...(threshold === undefined ? {} : { threshold }),
    }),
  );
  if (json) printOne(context, present(view), { asJson: true });
  else explain(context, view);
}

async function showList(context: CommandContext, asJson: boolean): Promise<void> {
  const list = await useAdminApi((api) => api.showSanctionsList(context.environment));
  const { name, version, sha256, publishedAt: published, ...rest } = list;
  printOne(context, withSnakeCase({ name, version, sha256, published, ...rest }), { asJson });
}

/** Prints the outcome, then the hits, then how each score was computed. */
function explain(context: CommandContext, view: NameCheckView): void {
  const { outcome, list, threshold, unreadableNames, furtherHits } = view;
  const summary = {
    outcome,
    list: `${list.name}, version ${list.version}, ${list.entries} entries`,
    threshold,
    ...(unreadableNames === 0 ? {} : { unreadable: "the name cannot be compared; manual review required" }),
    ...(furtherHits === 0 ? {} : { further_hits: furtherHits }),
  };
  printOne(context, summary, { asJson: false });
  if (view.hits.length === 0) return;
  printTable(context, view.hits.map(presentHit), [
    "uid",
    "sanctioned_name",
    "name_type",
    "entry_type",
    "program",
    "score",
  ]);
  for (const hit of view.hits) explainHit(context, hit);
}

function explainHit(context: CommandContext, { uid, explanation }: Hit): void {
  if (explanation.basis !== "name") return;
  const { words, weights, deduction, nameScore, birthDate, comparison, edits } = explanation;
  const { credited, paired, contradicting, absent } = weights;
  context.stdout.write(`\n${uid}: score details\n`);
  printTable(
    context,
    words.map((word): Shown => ({ ...word })),
    ["sanctioned", "found", "similarity", "credit"],
  );
  const sum = `1000 × ${credited} ÷ (${paired} paired + ${contradicting} contradicting + ${absent} absent)`;
  const steps = {
    compared_by: edits === undefined ? comparison : `${comparison}, ${edits} edited`,
    further_words: furtherWordsText(explanation),
    name_score: `${nameScore} = ${sum}${deduction === 0 ? "" : ` − ${deduction} for frequent names alone`}`,
    birth_date: birthDateText(birthDate),
  };
  printOne(context, steps, { asJson: false });
}

type NameExplanation = Extract<Hit["explanation"], { readonly basis: "name" }>;

function furtherWordsText({ furtherWords, furtherWordsAreFree }: NameExplanation): string {
  return furtherWordsAreFree ? `${furtherWords}, not charged` : String(furtherWords);
}

function birthDateText({ effect, change, sanctioned }: NameExplanation["birthDate"]): string {
  const known = sanctioned.length === 0 ? "none on the list" : `on the list: ${sanctioned.join(" or ")}`;
  return `${effect.replace("_", " ")} (${known}), ${change >= 0 ? "+" : "−"}${Math.abs(change)}`;
}

function printTable(context: CommandContext, items: readonly Shown[], columns: readonly string[]): void {
  printList(context, { items, columns, asJson: false, noun: "hits", isComplete: true });
}

function present({ outcome, list, threshold, unreadableNames, furtherHits, hits }: NameCheckView): Shown {
  const { name, version, sha256, entries } = list;
  return {
    ...withSnakeCase({
      outcome,
      list: { name, version, sha256, entries },
      threshold,
      unreadableNames,
      furtherHits,
    }),
    hits: hits.map(presentHit),
  };
}

function presentHit({ uid, sanctionedName, nameType, entryType, program, score, explanation }: Hit): Shown {
  return withSnakeCase({ uid, sanctionedName, nameType, entryType, program, score, explanation });
}

function parseThreshold(text: string): number {
  const threshold = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (threshold < 1 || threshold > 1000) throw new InvalidArgumentError("Must be a number from 1 to 1000.");
  return threshold;
}
