import Type, { type Static } from "typebox";
import type { ReviewView } from "../../admin/index.ts";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";

const WordSchema = Type.Object({
  listed: Type.String({ description: "A word of the listed name." }),
  found: Type.String({ description: "`equal`, `similar`, `initial` or `missing`." }),
  similarity: Type.Integer({ description: "0 to 1000." }),
});

const HitSchema = Type.Object(
  {
    uid: Type.String({ description: "The list's own number of the entry." }),
    listed_name: Type.String(),
    name_type: Type.String(),
    program: Type.String(),
    entry_type: Type.String(),
    score: Type.Integer({ description: "0 to 1000, with the birth date in it." }),
    basis: Type.String({ description: "`name` or `chain_address`." }),
    name_score: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
    words: Type.Array(WordSchema),
    further_words: Type.Integer({ description: "Words of the subject that the listed name lacks." }),
    birth_date: nullableString({ description: "What the birth date says: `equal`, `near`, `differs`, …" }),
    listed_birth_dates: Type.Array(Type.String()),
  },
  { description: "An entry of the list that the subject is near to." },
);

export const ScreeningSchema = named(
  "ConsoleScreening",
  Type.Object({
    subject: Type.String({ description: "`business`, or the label of a person." }),
    outcome: Type.Enum(["clear", "hit"]),
    list: Type.String(),
    list_version: Type.String(),
    threshold: Type.Integer(),
    screened: DateTimeSchema,
    further_hits: Type.Integer({ description: "Hits beyond those that are listed." }),
    unreadable_names: Type.Integer({ description: "Names that could not be compared, or not in full." }),
    hits: Type.Array(HitSchema),
  }),
);

type Screening = ReviewView["screenings"][number];

/** The last round, whose screenings have one moment, and before it whatever was found and nobody has decided on. */
export function toDecideOn({
  screenings,
  undecided,
}: Pick<ReviewView, "screenings" | "undecided">): readonly Screening[] {
  const [last] = screenings;
  const latest = screenings.filter(({ screened }) => screened === last?.screened);
  return [...latest, ...undecided.filter(({ screened }) => screened !== last?.screened)];
}

export function presentScreening(screening: Screening): Static<typeof ScreeningSchema> {
  return {
    subject: screening.subject,
    outcome: screening.outcome === "clear" ? "clear" : "hit",
    list: screening.list,
    list_version: screening.listVersion,
    threshold: screening.threshold,
    screened: screening.screened,
    further_hits: screening.furtherHits,
    unreadable_names: screening.unreadableNames,
    hits: screening.hits.map(presentHit),
  };
}

function presentHit(hit: Screening["hits"][number]): Static<typeof HitSchema> {
  const { uid, program, score, explanation } = hit;
  return {
    uid,
    program,
    score,
    listed_name: hit.listedName,
    name_type: hit.nameType,
    entry_type: hit.entryType,
    ...presentExplanation(explanation),
  };
}

function presentExplanation(explanation: Screening["hits"][number]["explanation"]) {
  const { basis } = explanation;
  switch (basis) {
    case "name":
      return {
        basis,
        name_score: explanation.nameScore,
        words: explanation.words.map(({ listed, found, similarity }) => ({ listed, found, similarity })),
        further_words: explanation.furtherWords,
        birth_date: explanation.birthDate.effect,
        listed_birth_dates: [...explanation.birthDate.listed],
      };
    case "chain_address":
      return {
        basis,
        name_score: null,
        words: [],
        further_words: 0,
        birth_date: null,
        listed_birth_dates: [],
      };
  }
}
