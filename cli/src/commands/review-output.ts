import type { ReviewView } from "@florin/service/admin";
import type { CommandContext } from "../command-context.ts";
import { printList, printOne, type Shown } from "../output.ts";

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

function presentHead(review: ReviewView): Shown {
  const { business } = review.profile;
  const { streetLine1, streetLine2, city, state, zip } = business.address;
  const street = streetLine2 === undefined ? streetLine1 : `${streetLine1}, ${streetLine2}`;
  return {
    account_id: review.accountId,
    tenant_id: review.tenantId,
    network: review.network,
    name: review.name,
    business_name: business.name,
    ein: business.ein,
    address: `${street}, ${city}, ${state} ${zip}`,
    phone_number: business.phoneNumber,
    email: business.email,
    website: business.website,
    status: review.status,
    stage: review.stage,
    open_hit: review.hasOpenHit,
    revision: review.revision,
    waiting_since: review.waitingSince ?? null,
    created: review.created,
    updated: review.updated,
  };
}

function presentParts(review: ReviewView): Readonly<Record<string, readonly Shown[]>> {
  return {
    individuals: review.profile.individuals.map(presentIndividual),
    flags: review.flags.map(({ code, pointer, detail }) => ({ code, pointer, detail })),
    screenings: review.toDecideOn.map(presentScreening),
    hits: hitsOf(review).map(presentHit),
    hit_explanations: hitsOf(review).flatMap(presentExplanation),
    requirements: review.requirements.map((requirement) => ({
      document_kind: requirement.documentKind,
      person_label: requirement.personLabel ?? null,
      status: requirement.status,
      doc_submission_id: requirement.docSubmissionId ?? null,
      requested: requirement.requested,
    })),
    documents: review.documents.map((document) => ({
      doc_submission_id: document.docSubmissionId,
      document_kind: document.documentKind,
      person_label: document.personLabel ?? null,
      requested_documents: document.wasRequested,
      linked: document.linked,
    })),
    decisions: review.decisions.map((decision) => ({
      at: decision.at,
      event: decision.event,
      to: decision.to,
      actor: `${decision.actorType} ${decision.actor}`,
      reason: decision.reason ?? decision.reasonCode ?? null,
      list_version: decision.listVersion ?? null,
    })),
  };
}

function presentIndividual(individual: ReviewView["profile"]["individuals"][number]): Shown {
  const { label, name, birthYear, ssn, city, state, phoneNumber, ownershipPpm } = individual;
  return {
    label,
    name,
    born: birthYear,
    ssn,
    residence: `${city}, ${state}`,
    phone_number: phoneNumber,
    owns: ownershipPpm === undefined ? null : `${ownershipPpm / ppmPerPercent} %`,
  };
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
  return {
    subject: screening.subject,
    outcome: screening.outcome,
    hits: screening.hits.length,
    further_hits: screening.furtherHits,
    unreadable_names: screening.unreadableNames,
    list_version: screening.listVersion,
    screened: screening.screened,
  };
}

function presentHit({ screening, hit }: SubjectHit): Shown {
  return {
    subject: screening.subject,
    score: hit.score,
    threshold: screening.threshold,
    sanctioned_name: hit.sanctionedName,
    name_type: hit.nameType,
    program: hit.program,
    uid: hit.uid,
    list_version: screening.listVersion,
  };
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
