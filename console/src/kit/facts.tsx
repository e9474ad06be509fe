import type { ReactNode } from "react";
import classes from "./facts.module.css";

interface FactsProps {
  /** Items with `undefined` or `null` values are omitted. */
  readonly items: readonly Fact[];
}

export type Fact = readonly [label: string, value: ReactNode];

/** Details of an object, as a description list. */
export function Facts({ items }: FactsProps) {
  const known = items.filter(([, value]) => value !== undefined && value !== null);
  return (
    <dl className={classes["facts"]}>
      {known.map(([label, value]) => (
        <div key={label} className={classes["fact"]}>
          <dt className={classes["label"]}>{label}</dt>
          <dd className={classes["value"]}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
