/** A person's name, or that of a business. Their words are read in different ways. */
export type NameKind = "person" | "business";
