import type { ReviewView } from "@florin/service/admin";
import { printList, printOne, type Shown } from "../output.ts";
import type { Surroundings } from "../surroundings.ts";

/** The review itself line by line, then each part of it that holds something, under its name. */
export function printReview(
  surroundings: Surroundings,
  review: ReviewView,
  { asJson }: { readonly asJson: boolean },
): void {
  const head = presentHead(review);
  const parts = presentParts(review);
  if (asJson) {
    const screenings = review.screenings.map(presentWhole);
    printOne(surroundings, { ...head, ...parts, screenings }, { asJson });
    return;
  }
  printOne(surroundings, head, { asJson });
  for (const [noun, items] of Object.entries(parts)) {
    const [first] = items;
    if (first === undefined) continue;
    surroundings.stdout.write(`\n${noun.replaceAll("_", " ")}\n`);
    printList(surroundings, { items, columns: Object.keys(first), asJson, noun, isComplete: true });
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
    people: review.profile.people.map(presentPerson),
    flags: review.flags.map(({ code, pointer, detail }) => ({ code, pointer, detail })),
    screenings: toDecideOn(review).map(presentScreening),
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
      asked_for: document.wasAskedFor,
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

function presentPerson(person: ReviewView["profile"]["people"][number]): Shown {
  const { label, name, birthYear, ssn, city, state, phoneNumber, ownershipPpm } = person;
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

/** The last round, whose screenings have one moment, and before it whatever was found and nobody has decided on. */
function toDecideOn({ screenings, undecided }: ReviewView): readonly Screening[] {
  const latest = screenings.filter(({ screened }) => screened === screenings[0]?.screened);
  return [...latest, ...undecided.filter(({ screened }) => screened !== screenings[0]?.screened)];
}

interface SubjectHit {
  readonly screening: Screening;
  readonly hit: Screening["hits"][number];
}

/** A name that several lists held is shown once, as the newest of them had it. */
function hitsOf(review: ReviewView): readonly SubjectHit[] {
  const hits = toDecideOn(review).flatMap((screening) => screening.hits.map((hit) => ({ screening, hit })));
  const names = hits.map(({ screening, hit }) =>
    JSON.stringify([screening.subject, hit.uid, hit.listedName]),
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
    listed_name: hit.listedName,
    name_type: hit.nameType,
    program: hit.program,
    uid: hit.uid,
    list_version: screening.listVersion,
  };
}

/** Word by word, and what the birth date did. */
function presentExplanation({ screening, hit }: SubjectHit): readonly Shown[] {
  const { subject } = screening;
  const { uid, explanation } = hit;
  if (explanation.basis !== "name") return [];
  const words = explanation.words.map(
    ({ listed, found, similarity }) => `${listed} ${found} (${similarity})`,
  );
  const { effect, change } = explanation.birthDate;
  return [{ subject, uid, words, name_score: explanation.nameScore, birth_date: `${effect} (${change})` }];
}

/** With every hit in it. */
function presentWhole(screening: Screening): Shown {
  const { list, listSha256: list_sha256, threshold, hits } = screening;
  return { ...presentScreening(screening), list, list_sha256, threshold, hits };
}
