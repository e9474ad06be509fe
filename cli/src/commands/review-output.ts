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
    printOne(surroundings, { ...head, ...parts, screenings: presentScreenings(review) }, { asJson });
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
    hits: latestOf(review).flatMap(presentHits),
    hit_explanations: latestOf(review).flatMap(presentExplanations),
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

/** Screenings come newest first, and those of one round have one moment. */
function latestOf({ screenings }: ReviewView): readonly Screening[] {
  return screenings.filter(({ screened }) => screened === screenings[0]?.screened);
}

function presentHits({ subject, hits, threshold, listVersion }: Screening): readonly Shown[] {
  return hits.map((hit) => ({
    subject,
    score: hit.score,
    threshold,
    listed_name: hit.listedName,
    name_type: hit.nameType,
    program: hit.program,
    uid: hit.uid,
    list_version: listVersion,
  }));
}

/** Word by word, and what the birth date did. */
function presentExplanations({ subject, hits }: Screening): readonly Shown[] {
  return hits.flatMap(({ uid, explanation }) => {
    if (explanation.basis !== "name") return [];
    const words = explanation.words.map(
      ({ listed, found, similarity }) => `${listed} ${found} (${similarity})`,
    );
    const { effect, change } = explanation.birthDate;
    return [{ subject, uid, words, name_score: explanation.nameScore, birth_date: `${effect} (${change})` }];
  });
}

function presentScreenings({ screenings }: ReviewView): readonly Shown[] {
  return screenings.map((screening) => ({
    subject: screening.subject,
    outcome: screening.outcome,
    list: screening.list,
    list_version: screening.listVersion,
    list_sha256: screening.listSha256,
    threshold: screening.threshold,
    screened: screening.screened,
    further_hits: screening.furtherHits,
    unreadable_names: screening.unreadableNames,
    hits: screening.hits,
  }));
}
