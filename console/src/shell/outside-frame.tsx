import type { ReactNode } from "react";
import iconUrl from "../theme/icon.svg";
import classes from "./outside-frame.module.css";

/** Frame of pages outside the shell, such as sign-in. */
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
