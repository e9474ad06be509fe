import type { ReviewView } from "@florin/service/admin";
import type { CommandContext } from "../command-context.ts";
import { printList, printOne, type Shown, shown, withSnakeCase } from "../output.ts";

/** Prints the review field by field, then each nonempty part under its heading. */
export function printReview(
  context: CommandContext,
  review: ReviewView,
  { asJson }: { readonly asJson: boolean },
): void {
  const head = presentHead(review);
  const parts = presentParts(review);
  if (asJson) {
    const screenings = review.screenings.map(presentWhole);
    printOne(context, { ...head, ...parts, screenings }, { asJson });
    return;
  }
  printOne(context, head, { asJson });
  for (const [noun, items] of Object.entries(parts)) {
    const [first] = items;
    if (first === undefined) continue;
    context.stdout.write(`\n${noun.replaceAll("_", " ")}\n`);
    printList(context, { items, columns: Object.keys(first), asJson, noun, isComplete: true });
  }
}

function presentHead({ profile: { business }, hasOpenHit, ...review }: ReviewView): Shown {
  const { streetLine1, streetLine2, city, state, zip } = business.address;
  const street = streetLine2 === undefined ? streetLine1 : `${streetLine1}, ${streetLine2}`;
  return pick(
    {
      ...business,
      ...review,
      businessName: business.name,
      address: `${street}, ${city}, ${state} ${zip}`,
      openHit: hasOpenHit,
    },
    "account_id tenant_id network name business_name ein address phone_number email website status stage open_hit " +
      "revision waiting_since created updated",
  );
}

/** The fields of an item, named as in the API. */
function pick(item: object, fields: string): Shown {
  return shown(withSnakeCase(item), fields);
}

function presentParts(review: ReviewView): Readonly<Record<string, readonly Shown[]>> {
  const hits = hitsOf(review);
  return {
    individuals: review.profile.individuals.map(presentIndividual),
    flags: review.flags.map((flag) => pick(flag, "code pointer detail")),
    screenings: review.toDecideOn.map(presentScreening),
    hits: hits.map(presentHit),
    hit_explanations: hits.flatMap(presentExplanation),
    requirements: review.requirements.map((requirement) =>
      pick(requirement, "document_kind person_label status doc_submission_id requested"),
    ),
    documents: review.documents.map(({ wasRequested: requestedDocuments, ...document }) =>
      pick(
        { ...document, requestedDocuments },
        "doc_submission_id document_kind person_label requested_documents linked",
      ),
    ),
    decisions: review.decisions.map(({ actorType, actor, reason, reasonCode, ...decision }) =>
      pick(
        { ...decision, actor: `${actorType} ${actor}`, reason: reason ?? reasonCode },
        "at event to actor reason list_version",
      ),
    ),
  };
}

function presentIndividual(individual: ReviewView["profile"]["individuals"][number]): Shown {
  const { birthYear: born, city, state, ownershipPpm } = individual;
  const residence = `${city}, ${state}`;
  const owns = ownershipPpm === undefined ? undefined : `${ownershipPpm / ppmPerPercent} %`;
  return pick({ ...individual, born, residence, owns }, "label name born ssn residence phone_number owns");
}

const ppmPerPercent = 10_000;

type Screening = ReviewView["screenings"][number];

interface SubjectHit {
  readonly screening: Screening;
  readonly hit: Screening["hits"][number];
}

/** Deduplicated: a name found on several list versions is shown once, from the newest. */
function hitsOf(review: ReviewView): readonly SubjectHit[] {
  const hits = review.toDecideOn.flatMap((screening) => screening.hits.map((hit) => ({ screening, hit })));
  const names = hits.map(({ screening, hit }) =>
    JSON.stringify([screening.subject, hit.uid, hit.sanctionedName]),
  );
  return hits.filter((_, index) => names.indexOf(names[index] ?? "") === index);
}

function presentScreening(screening: Screening): Shown {
  return pick(
    { ...screening, hits: screening.hits.length },
    "subject outcome hits further_hits unreadable_names list_version screened",
  );
}

function presentHit({ screening, hit }: SubjectHit): Shown {
  return pick(
    { ...screening, ...hit },
    "subject score threshold sanctioned_name name_type program uid list_version",
  );
}

/** The score per word, and the effect of the birth date. */
function presentExplanation({ screening, hit }: SubjectHit): readonly Shown[] {
  const { subject } = screening;
  const { uid, explanation } = hit;
  if (explanation.basis !== "name") return [];
  const words = explanation.words.map(
    ({ sanctioned, found, similarity }) => `${sanctioned} ${found} (${similarity})`,
  );
  const { effect, change } = explanation.birthDate;
  return [{ subject, uid, words, name_score: explanation.nameScore, birth_date: `${effect} (${change})` }];
}

/** Includes all hits. */
function presentWhole(screening: Screening): Shown {
  const { list, listSha256: list_sha256, algorithm, threshold, hits } = screening;
  return { ...presentScreening(screening), list, list_sha256, algorithm, threshold, hits };
}
