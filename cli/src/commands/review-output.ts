import type { AdminApi } from "../admin-api.ts";
import type { CommandContext } from "../command-context.ts";
import { printList, printOne, type Shown, shown } from "../output.ts";

type Review = ReturnType<AdminApi["presentReview"]>;

/** Prints the review field by field, then each nonempty part under its heading. */
export function printReview(
  context: CommandContext,
  review: Review,
  { asJson }: { readonly asJson: boolean },
): void {
  if (asJson) {
    printOne(context, review, { asJson });
    return;
  }
  printOne(context, headOf(review), { asJson });
  for (const [noun, items] of Object.entries(partsOf(review))) {
    const [first] = items;
    if (first === undefined) continue;
    context.stdout.write(`\n${noun.replaceAll("_", " ")}\n`);
    printList(context, { items, columns: Object.keys(first), asJson, noun, isComplete: true });
  }
}

function headOf({ profile: { business }, ...review }: Review): Shown {
  const { street_line_1: line1, street_line_2: line2, city, state, zip } = business.address;
  const street = line2 === null ? line1 : `${line1}, ${line2}`;
  return shown(
    {
      ...business,
      ...review,
      business_name: business.name,
      address: `${street}, ${city}, ${state} ${zip}`,
      open_hit: review.has_open_hit,
    },
    "account_id tenant_id network name business_name ein address phone_number email website status stage open_hit " +
      "revision waiting_since created updated",
  );
}

function partsOf(review: Review): Readonly<Record<string, readonly Shown[]>> {
  const hits = hitsOf(review);
  return {
    individuals: review.profile.individuals.map(individualOf),
    flags: review.flags.map((flag) => shown(flag)),
    screenings: review.screenings.map((screening) =>
      shown(
        { ...screening, hits: screening.hits.length },
        "subject outcome hits further_hits unreadable_names list_version screened",
      ),
    ),
    hits: hits.map(({ screening, hit }) =>
      shown(
        { ...screening, ...hit },
        "subject score threshold sanctioned_name name_type program uid list_version",
      ),
    ),
    hit_explanations: hits.flatMap(explanationOf),
    requirements: review.requirements.map((requirement) =>
      shown(requirement, "document_kind person_label status doc_submission_id requested"),
    ),
    documents: review.documents.map((document) =>
      shown(document, "doc_submission_id document_kind person_label was_requested linked"),
    ),
    decisions: review.decisions.map(({ actor_type: type, actor, reason, reason_code: code, ...decision }) =>
      shown(
        { ...decision, actor: `${type} ${actor}`, reason: reason ?? code },
        "at event to actor reason list_version",
      ),
    ),
  };
}

function individualOf(individual: Review["profile"]["individuals"][number]): Shown {
  const { birth_year: born, city, state, ownership_percentage: share } = individual;
  const owns = share === null ? null : `${share} %`;
  const fields = { ...individual, born, residence: `${city}, ${state}`, owns };
  return shown(fields, "label name born ssn residence phone_number owns");
}

type Screening = Review["screenings"][number];

interface SubjectHit {
  readonly screening: Screening;
  readonly hit: Screening["hits"][number];
}

/** Deduplicated: a name found on several list versions is shown once, from the newest. */
function hitsOf(review: Review): readonly SubjectHit[] {
  const hits = review.screenings.flatMap((screening) => screening.hits.map((hit) => ({ screening, hit })));
  const names = hits.map(({ screening, hit }) =>
    JSON.stringify([screening.subject, hit.uid, hit.sanctioned_name]),
  );
  return hits.filter((_, index) => names.indexOf(names[index] ?? "") === index);
}

/** The score per word, and the effect of the birth date. */
function explanationOf({ screening: { subject }, hit }: SubjectHit): readonly Shown[] {
  if (hit.basis !== "name") return [];
  const words = hit.words.map(
    ({ sanctioned, found, similarity }) => `${sanctioned} ${found} (${similarity})`,
  );
  return [{ subject, uid: hit.uid, words, name_score: hit.name_score, birth_date: hit.birth_date }];
}
