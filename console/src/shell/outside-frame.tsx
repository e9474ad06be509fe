import type { ReactNode } from "react";
import iconUrl from "../theme/icon.svg";
import classes from "./outside-frame.module.css";

/** What stands around a page that has no place inside: of those who are not signed in yet, or of nobody. */
export function OutsideFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes["frame"]}>
      <header className={classes["brand"]}>
        <img src={iconUrl} alt="" width={28} height={28} />
        Florin
      </header>
      <main className={classes["main"]}>{children}</main>
    </div>
  );
}
