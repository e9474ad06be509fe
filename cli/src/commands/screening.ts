import type { NameCheckView } from "@florin/service/admin";
import { InvalidArgumentError, Option } from "commander";
import { useAdminApi } from "../admin-api.ts";
import { type CommandGroup, command } from "../admin-command.ts";
import type { CommandContext } from "../command-context.ts";
import { type Choice, defaultOneOf, json, optional, required } from "../command-options.ts";
import { UsageError } from "../failure.ts";
import { printList, printOne, type Shown, withSnakeCase } from "../output.ts";

type Hit = NameCheckView["hits"][number];

const threshold: Choice<{ readonly threshold?: number }> = new Option(
  "--threshold <score>",
  "Override the service's score threshold, 1 to 1000",
).argParser(parseThreshold);

export const screeningCommands: CommandGroup = {
  name: "screening",
  description: "Screen names against the sanctions list",
  commands: [
    command("check", {
      description: "Screen a name and explain the score",
      options: [
        required("--name <name>", "Name as provided"),
        defaultOneOf("--kind <kind>", "Kind of party", {
          values: ["individual", "business"],
          fallback: "individual",
        }),
        optional("--birth-date <date>", "Birth date of an individual, such as 1960-03-12"),
        threshold,
        json,
      ],
      run: async ({ context, input: { json: asJson, ...request } }) => {
        if (request.birthDate !== undefined && request.kind === "business") {
          throw new UsageError("--birth-date applies to individuals only; use it with --kind individual");
        }
        const view = await useAdminApi((api) => api.checkName(context.environment, request));
        if (asJson) printOne(context, present(view), { asJson });
        else explain(context, view);
      },
    }),
    command("list", {
      description: "Show the sanctions list in use and its age",
      options: [json],
      run: async ({ context, input: { json: asJson } }) => {
        const list = await useAdminApi((api) => api.showSanctionsList(context.environment));
        const { name, version, sha256, publishedAt: published, ...rest } = list;
        printOne(context, withSnakeCase({ name, version, sha256, published, ...rest }), { asJson });
      },
    }),
  ],
};

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
